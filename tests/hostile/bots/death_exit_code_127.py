# expect: crash exit code 127
# The greatest exit code that is no signal.
def decide(request):
    os._exit(127)
