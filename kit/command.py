"""The command `kingsbench`."""
