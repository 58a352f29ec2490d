"""Admin tables, one module for each kind of row."""
