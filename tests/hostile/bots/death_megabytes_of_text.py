# expect: error crash
# A message that is no line any more.
def decide(request):
    raise ValueError("\n".join(["spam" * 1000] * 500))
