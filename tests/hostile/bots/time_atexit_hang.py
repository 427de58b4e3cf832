# expect: error crash
# What runs at the end of an interpreter may run for ever.
import atexit


def hang():
    while True:
        pass


def decide(request):
    atexit.register(hang)
    sys.exit(0)
