"""Benchmarks of this machine, each beside a reference measured in the same run."""
