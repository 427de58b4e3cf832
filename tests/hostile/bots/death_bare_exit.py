# expect: crash exit code 0
def decide(request):
    os._exit(0)
