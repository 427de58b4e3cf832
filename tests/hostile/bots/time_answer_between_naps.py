# expect: timeout
# A byte of an answer, a nap, and so on.
import time


def decide(request):
    while True:
        os.write(4, b" ")
        time.sleep(0.0002)
