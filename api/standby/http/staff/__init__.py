"""What the staff call, by a signed-in session or an operator's token (spec §6 names no roles)."""
