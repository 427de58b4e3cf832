"""Management commands, one per file."""
