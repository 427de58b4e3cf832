# expect: held
# A forked bot would find in its heap what its parent had read for another.
def page(address):
    """A page that is there: the kernel refuses a name at an address that is not (EFAULT)."""
    there = libc.access(ctypes.c_void_p(address), 0) == 0 or ctypes.get_errno() != 14
    return ctypes.string_at(address, 4096) if there else b""


def attack(config):
    heap, start = id(object()) & ~0xFFF, b"def decide(request)"
    for step in range(-4000, 4000):
        for rest in page(heap + step * 4096).split(start)[1:]:
            if list(rest[:4]) == [58, 32, 114, 101]:  # as only the neighbour's source goes on
                return f"the neighbour's source at {heap + step * 4096:x}"
