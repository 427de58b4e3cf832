# expect: timeout
# An error that takes for ever to tell.
class Endless(Exception):
    def __str__(self):
        while True:
            pass


def decide(request):
    raise Endless
