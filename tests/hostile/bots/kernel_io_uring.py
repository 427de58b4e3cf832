# expect: crash SIGSYS
def attack(config):
    return syscall(425, 8, None) >= 0 and "io_uring"
