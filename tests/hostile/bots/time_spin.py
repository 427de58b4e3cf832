# expect: timeout
def decide(request):
    while True:
        pass
