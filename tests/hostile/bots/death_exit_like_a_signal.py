# expect: crash SIGSYS
def decide(request):
    os._exit(137)
