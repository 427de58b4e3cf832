# expect: timeout
# Threads take the next question away from the guest.
import threading, time


def eat():
    while True:
        os.read(3, 1 << 16)


def decide(request):
    for _ in range(8):
        threading.Thread(target=eat, daemon=True).start()
    time.sleep(0.02)
    return request.default
