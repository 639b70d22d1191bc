"""Cuțu: 32 cards, four players in two teams, a bid of tricks and a trump of one's choice."""
