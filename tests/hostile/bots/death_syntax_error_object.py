# expect: error crash|crash|error memory|memory
# A made-up place of a made-up mistake: two billion carets.
def decide(request):
    raise SyntaxError("no", ("bot.py", 1, 1, "x" * 10, 1, 2**31 - 1))
