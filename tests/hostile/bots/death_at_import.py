# expect: error crash
# A bot that cannot be loaded has lost, with its message for the owner.
raise RuntimeError("no")
