# expect: timeout
import threading, time


def think():
    while True:
        pass


def start(setup):
    threading.Thread(target=think, daemon=True).start()


def decide(request):
    time.sleep(0.3)
    return 0
