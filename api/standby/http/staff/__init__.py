"""Staff endpoints, called with a signed-in session or an operator's token."""
