# expect: crash SIGSYS
# Another root, with the old one below it.
def attack(config):
    return syscall(155, b"/", b"/") >= 0 and "pivot_root"
