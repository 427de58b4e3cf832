"""Log in with an external account."""
