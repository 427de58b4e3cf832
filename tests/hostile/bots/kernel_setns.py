# expect: crash SIGSYS
def attack(config):
    return syscall(308, 0, 0) >= 0 and "setns"
