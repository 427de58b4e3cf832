# expect: crash SIGSYS
# Another kernel.
def attack(config):
    return syscall(246, 0, 0, None, 0) >= 0 and "kexec"
