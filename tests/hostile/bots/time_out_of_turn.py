# expect: timeout
# Thinking in a thread while the main one sleeps.
import threading, time


def think():
    while True:
        pass


def start(setup):
    threading.Thread(target=think, daemon=True).start()


def decide(request):
    time.sleep(600)
    return 0
