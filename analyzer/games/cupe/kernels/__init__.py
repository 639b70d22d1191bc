"""Compiled play of Cupe: exchange, tricks, scores, matches, simple players."""
