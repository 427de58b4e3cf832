# expect: crash SIGSYS
# The new mount calls make a file system without mount().
def attack(config):
    return syscall(430, b"tmpfs", 0) >= 0 and "fsopen"
