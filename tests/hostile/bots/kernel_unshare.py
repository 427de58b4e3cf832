# expect: crash SIGSYS
# A user namespace of one's own gives back every capability inside it.
def attack(config):
    return syscall(272, 0x10000000) >= 0 and "unshare"
