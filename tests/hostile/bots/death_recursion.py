# expect: error crash
def decide(request):
    return decide(request)
