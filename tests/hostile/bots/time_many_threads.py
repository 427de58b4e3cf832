# expect: timeout
# Ten threads think at once.
import threading


def spin():
    while True:
        sum(range(1000))


def decide(request):
    for _ in range(10):
        threading.Thread(target=spin, daemon=True).start()
    spin()
