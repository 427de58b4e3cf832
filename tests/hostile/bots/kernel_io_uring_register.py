# expect: crash SIGSYS
# Buffers pinned for a ring.
def attack(config):
    return syscall(427, 3, 0, None, 0) >= 0 and "io_uring_register"
