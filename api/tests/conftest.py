"""Fixtures in the business's words."""
