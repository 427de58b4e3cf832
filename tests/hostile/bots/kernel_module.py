# expect: crash SIGSYS
# Code in the kernel.
def attack(config):
    return syscall(175, None, 0, b"") >= 0 and "module"
