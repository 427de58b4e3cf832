# expect: crash SIGSYS
# Handles open files of the whole file system, past every mount (shocker).
def attack(config):
    return syscall(304, -100, None, 0) >= 0 and "open_by_handle"
