# expect: crash SIGSYS
def attack(config):
    return syscall(298, None, 0, -1, -1, 0) >= 0 and "perf"
