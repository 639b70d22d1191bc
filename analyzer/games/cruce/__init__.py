"""Cruce: 24 cards, four players in teams, three alone, or two with a stock."""
