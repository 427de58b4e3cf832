# expect: crash SIGSYS
# x32 calls have other numbers on the same architecture.
def attack(config):
    return syscall(0x40000000 | 39) and "x32"
