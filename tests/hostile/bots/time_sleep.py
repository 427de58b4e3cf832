# expect: timeout
# A sleeper uses no CPU, and holds up the match.
import time


def decide(request):
    time.sleep(600)
