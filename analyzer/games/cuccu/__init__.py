"""Cuccù: one card each, keep or ask, special cards, lives to lose (`docs/rulebooks/cuccu.md`)."""
