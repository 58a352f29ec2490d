"""Django's PostgreSQL backend for a primary that may move to another machine."""
