# expect: crash SIGSYS
def attack(config):
    return syscall(272, 0x10000000) >= 0 and "unshare"
