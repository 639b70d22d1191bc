"""Compiled play of Cuțu: strength of hands, auction, card play and matches."""
