# expect: crash SIGSYS
# 137 is how bubblewrap reports SIGKILL: it would look like the host's fault.
def decide(request):
    os._exit(137)
