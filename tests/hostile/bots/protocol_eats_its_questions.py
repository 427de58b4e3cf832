# expect: timeout
# Threads take the next question away from the guest.
import threading, time

EATERS = 8
ready = threading.Barrier(EATERS + 1)


def eat():
    ready.wait()
    while True:
        os.read(3, 1 << 16)


def decide(request):
    if threading.active_count() == 1:
        for _ in range(EATERS):
            threading.Thread(target=eat, daemon=True).start()
        ready.wait()
    time.sleep(0.02)
    return request.default
