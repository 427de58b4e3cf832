# expect: protocol
# A thread that speaks all the time.
import threading
import time


def chatter():
    while True:
        os.write(4, b'{"id":7,"picks":[0]}\n')
        time.sleep(0.001)


def decide(request):
    threading.Thread(target=chatter, daemon=True).start()
    time.sleep(0.02)
    return 0
