"""Management commands and their parts."""
