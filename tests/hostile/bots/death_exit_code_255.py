# expect: crash SIGSYS
# -1 for short: it looks like signal 127.
def decide(request):
    os._exit(-1)
