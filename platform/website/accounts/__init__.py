"""Accounts: the user model and its pages."""
