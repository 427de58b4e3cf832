"""Logging in with an account elsewhere, where the operator has configured a provider of such."""
