"""The endpoints: one module a kind of thing."""
