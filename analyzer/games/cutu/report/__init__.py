"""The chapters of Cuțu's strategy report."""
