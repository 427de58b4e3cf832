# expect: crash exit code 99
# The code by which a jail says that it could not be made.
def decide(request):
    os._exit(99)
