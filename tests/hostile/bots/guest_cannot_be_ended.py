# expect: error crash
# Even its end is a function that can be replaced.
def decide(request):
    os._exit = sys.exit = lambda *_: None
    raise ValueError("still here")
