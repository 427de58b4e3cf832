# expect: crash SIGSYS
def attack(config):
    return syscall(0x40000000 | 39) and "x32"
