# expect: crash SIGSYS
def attack(config):
    return syscall(175, None, 0, b"") >= 0 and "module"
