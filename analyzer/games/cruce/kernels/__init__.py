"""Compiled play of Cruce: auction, tricks, players, scores and matches."""
