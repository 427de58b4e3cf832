"""The forms of what is sent and shown: one module a kind of thing."""
