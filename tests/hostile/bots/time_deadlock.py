# expect: timeout
# Two times the same lock: no CPU, no end.
import threading


def decide(request):
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()
