# expect: protocol
import time


def decide(request):
    os.closerange(0, 64)
    time.sleep(600)
