"""Timeouts of tests: a machine may be slow or pause without any fault."""

PATIENCE = 300.0  # seconds without any change until a condition that must come about has failed
HANGS = 600.0  # seconds after which a process that works on a little is not slow but stuck
PROMPT = 60.0  # seconds for what takes some if it is right, and minutes or for ever if it is not
