"""Cuatrola: 20 Spanish cards, pairs of partners, contracts that are played without the partner."""
