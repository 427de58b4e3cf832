# expect: memory
# Pages that no heap counts.
import mmap


def attack(config):
    hoard = []
    while True:
        hoard.append(mmap.mmap(-1, 8 << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))
        hoard[-1].write(b"x" * (8 << 20))
