# expect: held
# Who waits on a page of a shared file can be woken by the neighbour, who sees the same file.
import mmap


def attack(config):
    with open("/usr/bin/python3.11", "rb") as shared:
        page = mmap.mmap(shared.fileno(), mmap.PAGESIZE, prot=mmap.PROT_READ)
    address = ctypes.c_void_p(int.from_bytes(mapped_at(page), "little"))
    wake, requeue, compare_requeue, wake_op, wake_bitset = 1, 3, 4, 5, 10
    for operation in (wake, requeue, compare_requeue, wake_op, wake_bitset):
        try:
            syscall(202, address, operation, 1, ctypes.c_void_p(1), address, -1)
            return f"futex operation {operation} on a page of a shared file"
        except OSError as refused:
            if refused.errno != 1:
                return f"futex operation {operation} reached the kernel: {refused}"
    for wait in (0, 9):  # for an answer that is there, a time limit that is no address
        try:
            syscall(202, address, wait, 1, ctypes.c_void_p(1), None, -1)
        except OSError as refused:
            if refused.errno != 11:  # what the filter says; else EFAULT
                return f"futex operation {wait} reached the kernel: {refused}"


def mapped_at(page):
    """The address of a read-only map, which ctypes takes from writable ones alone."""
    return bytes(ctypes.string_at(id(page) + 16, 8))
