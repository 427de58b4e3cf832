# expect: timeout
# A log that never stops keeps the referee busy, which must be no excuse.
import time


def decide(request):
    while True:
        os.write(2, b"look here " * 300)
        time.sleep(0.01)
