# expect: error crash
# A child of SystemExit that says that all is well.
class Fine(SystemExit):
    code = 0


def decide(request):
    raise Fine(0)
