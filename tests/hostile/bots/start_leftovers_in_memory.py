# expect: held
# A forked bot would find in its heap what its parent had read for another.
def page(address, pipe):
    """Through a pipe: the kernel refuses an address that is not there, and nobody dies."""
    there = libc.write(pipe[1], ctypes.c_void_p(address), 4096) > 0
    return os.read(pipe[0], 4096) if there else b""


def attack(config):
    pipe, heap, start = os.pipe(), id(object()) & ~0xFFF, b"def decide(request)"
    for step in range(-4000, 4000):
        for rest in page(heap + step * 4096, pipe).split(start)[1:]:
            if list(rest[:4]) == [58, 32, 114, 101]:  # as only the neighbour's source goes on
                return f"the neighbour's source at {heap + step * 4096:x}"
