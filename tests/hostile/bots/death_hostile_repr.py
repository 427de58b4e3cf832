# expect: error crash
# An answer that raises when one wants to say what it is.
class Hostile:
    def __repr__(self):
        raise SystemExit(0)

    __str__ = __index__ = __repr__


def decide(request):
    return Hostile()
