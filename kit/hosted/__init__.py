"""A platform and its API, as the command line uses it."""
