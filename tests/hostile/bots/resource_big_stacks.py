# expect: held
# Every thread may ask for a stack of its own size.
import threading, time


def attack(config):
    threading.stack_size(1 << 30)
    threads = [threading.Thread(target=time.sleep, args=(9,), daemon=True) for _ in range(4)]
    return [thread.start() for thread in threads]
