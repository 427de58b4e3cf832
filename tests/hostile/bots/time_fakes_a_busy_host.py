# expect: timeout
# Threads that crowd each other: their own waiting is no excuse.
import threading, time


def crowd():
    while True:
        time.sleep(0.02)
        sum(range(2000))


def decide(request):
    for _ in range(10):
        threading.Thread(target=crowd, daemon=True).start()
    time.sleep(600)
