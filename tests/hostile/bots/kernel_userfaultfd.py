# expect: crash SIGSYS
def attack(config):
    return syscall(323, 0) >= 0 and "userfaultfd"
