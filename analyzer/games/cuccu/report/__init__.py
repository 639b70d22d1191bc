"""The chapters of Cuccù's strategy report."""
