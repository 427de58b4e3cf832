"""The commands, one file each; heavy imports stand in functions."""
