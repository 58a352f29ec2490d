"""Encrypted snapshots of the database and files, and their restore."""
