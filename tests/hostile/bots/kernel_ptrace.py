# expect: crash SIGSYS
def attack(config):
    return syscall(101, 0, 0, None, None) >= 0 and "ptrace"
