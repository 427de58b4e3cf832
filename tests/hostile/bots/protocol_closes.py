# expect: protocol
# A channel closed by a bot that lives on.
import time


def decide(request):
    os.close(4)
    time.sleep(600)
