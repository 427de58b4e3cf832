"""The loop inside the jail. Standard library only."""
