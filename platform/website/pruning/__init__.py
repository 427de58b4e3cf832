"""Prune old data in small steps."""
