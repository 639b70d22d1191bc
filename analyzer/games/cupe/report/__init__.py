"""The chapters of Cupe's strategy report."""
