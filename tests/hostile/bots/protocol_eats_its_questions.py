# expect: timeout
# A thread takes the next question away from the guest.
import threading


def decide(request):
    threading.Thread(target=os.read, args=(3, 1 << 16), daemon=True).start()
    import time

    time.sleep(0.01)
    return request.default
