# expect: error illegal
# The guest's own exception.
def decide(request):
    from sandbox.guest.answers import Illegal

    raise Illegal("\x1b[31m" + "x" * 100_000)
