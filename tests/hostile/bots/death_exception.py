# expect: error crash
def decide(request):
    raise ValueError("\x1b[2J" + "x" * 100_000)
