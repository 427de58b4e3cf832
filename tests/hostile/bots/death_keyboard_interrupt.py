# expect: error crash
# What looks like the operator's Ctrl-C.
def decide(request):
    raise KeyboardInterrupt
