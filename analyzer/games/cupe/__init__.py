"""Cupe (Hearts): four players, each for himself; take no hearts and no queen of spades."""
