# expect: memory
# Eight hoards at once.
import threading


def hoard():
    kept = []
    while True:
        try:
            kept.append(bytearray(b"x" * (1 << 20)))
        except MemoryError:
            pass


def attack(config):
    for _ in range(8):
        threading.Thread(target=hoard, daemon=True).start()
    hoard()
