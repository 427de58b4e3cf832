# expect: crash SIGSYS
# Code in the kernel, out of a file.
def attack(config):
    return syscall(313, 0, b"", 0) >= 0 and "finit_module"
