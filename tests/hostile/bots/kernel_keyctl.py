# expect: crash SIGSYS
def attack(config):
    return syscall(250, 0, -3, 1) >= 0 and "keyctl"
