# expect: error crash
# A title, a cleared screen, text from right to left, in an error.
class Evil(ValueError):
    pass


Evil.__name__ = "Evil\x1b]0;owned\x07"


def decide(request):
    raise Evil("\x1b[2J\x9b31m\u202e\u2066\r\0\u2028")
