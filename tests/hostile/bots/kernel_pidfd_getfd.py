# expect: crash SIGSYS
# Taking descriptors out of another process.
def attack(config):
    return syscall(438, 3, 0, 0) >= 0 and "took a descriptor"
