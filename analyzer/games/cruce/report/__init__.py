"""The chapters of Cruce's strategy report."""
