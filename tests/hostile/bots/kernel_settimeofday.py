# expect: crash SIGSYS
# Moving the clock, and with it every deadline.
def attack(config):
    return syscall(164, None, None) >= 0 and "settimeofday"
