# expect: crash SIGSYS
# Another name for the machine.
def attack(config):
    return syscall(170, b"owned", 5) >= 0 and "sethostname"
