"""Snapshots of all that the business would miss, and the way back from them (reliability.md L)."""
