"""Cuccù: one card each, keep or ask, special cards, and lives to lose (`rules/cuccu.md`)."""
