"""Datasets of decisions, written to a folder."""
