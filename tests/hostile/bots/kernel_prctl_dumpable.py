# expect: held
# A dumpable process can be read by its fellows.
def attack(config):
    return syscall(157, 4, 1, 0, 0, 0) >= 0 and "prctl_dumpable"
