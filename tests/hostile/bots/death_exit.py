# expect: error crash
def decide(request):
    sys.exit(0)
