# expect: memory
# Shared pages are memory of a file system, not of the process.
import mmap


def attack(config):
    hoard = []
    while True:
        hoard.append(mmap.mmap(-1, 8 << 20))
        hoard[-1].write(b"x" * (8 << 20))
