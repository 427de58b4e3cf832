"""Ratings as numbers: no Django here."""
