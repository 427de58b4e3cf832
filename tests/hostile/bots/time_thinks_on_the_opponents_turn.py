# expect: timeout
# A thread that goes on while others are to move.
import threading


def think():
    while True:
        pass


def decide(request):
    if threading.active_count() == 1:
        threading.Thread(target=think, daemon=True).start()
    return request.default
