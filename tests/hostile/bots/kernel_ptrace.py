# expect: crash SIGSYS
# The debugger's door into every process of this uid.
def attack(config):
    return syscall(101, 0, 0, None, None) >= 0 and "ptrace"
