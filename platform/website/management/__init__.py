"""The commands `up`, `test`, `reset` and `seed`, and what they are made of."""
