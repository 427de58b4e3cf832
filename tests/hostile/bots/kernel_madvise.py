# expect: held
# Merged pages answer slower: so one bot can feel the memory of another.
import mmap


def attack(config):
    page = mmap.mmap(-1, 4096)
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    merge, poison, offline, page_out = 12, 100, 101, 21
    return that_worked(
        *((syscall, 28, address, 4096, advice) for advice in (merge, poison, offline, page_out))
    )
