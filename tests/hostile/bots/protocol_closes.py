# expect: protocol
import time


def decide(request):
    os.close(4)
    time.sleep(600)
