"""Kingdomino on the site: its dominoes and rules, and kingdoms drawn from a game's events."""
