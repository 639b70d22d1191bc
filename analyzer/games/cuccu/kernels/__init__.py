"""Compiled code of Cuccù."""
