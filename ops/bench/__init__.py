"""How fast this machine answers, each figure beside a reference measured in the same run."""
