"""Compiled play of Cuatrola."""
