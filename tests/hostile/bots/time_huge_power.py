# expect: timeout
def decide(request):
    return 7 ** (10**8) % 2
