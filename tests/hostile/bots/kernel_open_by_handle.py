# expect: crash SIGSYS
def attack(config):
    return syscall(304, -100, None, 0) >= 0 and "open_by_handle"
