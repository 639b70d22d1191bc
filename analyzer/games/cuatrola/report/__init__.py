"""The chapters of Cuatrola's strategy report."""
