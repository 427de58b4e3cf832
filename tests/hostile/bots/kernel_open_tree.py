# expect: crash SIGSYS
# A copy of the tree of mounts, as a descriptor.
def attack(config):
    return syscall(428, -100, b"/", 1) >= 0 and "open_tree"
