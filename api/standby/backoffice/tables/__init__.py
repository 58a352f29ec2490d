"""One file for each kind of row that staff edit."""
