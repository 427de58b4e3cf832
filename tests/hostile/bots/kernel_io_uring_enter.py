# expect: crash SIGSYS
# A ring that somebody else has set up.
def attack(config):
    return syscall(426, 3, 1, 0, 0, None, 0) >= 0 and "io_uring_enter"
