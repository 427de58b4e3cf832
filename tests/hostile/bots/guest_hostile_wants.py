# expect: error crash
# Wishes that raise when they are read.
class Wants(list):
    def __iter__(self):
        raise SystemExit(0)


wants = Wants(["view"])
