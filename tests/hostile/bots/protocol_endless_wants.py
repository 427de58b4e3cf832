# expect: held
# The same wish six thousand times.
wants = ["view"] * 6000
