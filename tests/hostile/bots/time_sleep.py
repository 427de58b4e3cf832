# expect: timeout
import time


def decide(request):
    time.sleep(600)
