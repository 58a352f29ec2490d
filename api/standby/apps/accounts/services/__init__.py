"""Signing in and out: one file for each thing that a session goes through."""
