# expect: protocol
# All channels closed: no word is to come, and none can be sent.
import time


def decide(request):
    os.closerange(0, 64)
    time.sleep(600)
