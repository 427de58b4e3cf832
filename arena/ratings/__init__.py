"""Ratings as numbers."""
