# expect: held
# Locked pages cannot be taken back by anybody.
import mmap


def attack(config):
    page = mmap.mmap(-1, 1 << 20)
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    return that_worked(
        (syscall, 149, address, 1 << 20),  # mlock
        (syscall, 325, address, 1 << 20, 0),  # mlock2
        (syscall, 151, 3),  # mlockall
        (syscall, 9, 0, 1 << 20, 3, 0x2022, -1, 0),  # mmap with MAP_LOCKED
    )
