# expect: crash SIGSYS
# Rings do what system calls do, unseen by the filter.
def attack(config):
    return syscall(425, 8, None) >= 0 and "io_uring"
