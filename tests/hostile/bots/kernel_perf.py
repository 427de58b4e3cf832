# expect: crash SIGSYS
# Counters watch other processes, and have been a way into the kernel.
def attack(config):
    return syscall(298, None, 0, -1, -1, 0) >= 0 and "perf"
