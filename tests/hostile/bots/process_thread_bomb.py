# expect: held
# Threads slow down everybody on the machine.
import threading, time


def attack(config):
    started = 0
    try:
        while started < 200:
            threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
            started += 1
    except RuntimeError:
        print("threads:", started)
    return started > 32 and f"{started} threads"
