# expect: error crash
# An exception that most handlers let through.
def decide(request):
    raise GeneratorExit
