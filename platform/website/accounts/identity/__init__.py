"""Log in with an external account, where the operator configured providers."""
