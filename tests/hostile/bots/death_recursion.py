# expect: error crash
# Endless recursion must end in an error line, not in a dead interpreter.
def decide(request):
    return decide(request)
