"""Search of the whole site."""
