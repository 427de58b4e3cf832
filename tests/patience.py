"""Timeouts of tests: a machine may be slow or pause without any fault."""

PATIENCE = 300.0  # seconds without any change after which an expected condition has failed
HANGS = 600.0  # seconds after which a small process is not slow but stuck
PROMPT = 60.0  # seconds for a step that takes some when correct, and minutes or for ever when not
