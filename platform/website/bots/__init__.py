"""Pages about bots and versions."""
