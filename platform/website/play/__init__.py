"""Play against bots in the browser."""
