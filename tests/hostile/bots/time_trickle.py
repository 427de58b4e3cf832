# expect: timeout
# A byte now and then must not wind the clock up again.
import time


def decide(request):
    while True:
        os.write(4, b" ")
        time.sleep(0.05)
