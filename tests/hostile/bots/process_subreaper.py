# expect: held
# A subreaper adopts orphans, and so learns of other processes.
def attack(config):
    return syscall(157, 36, 1, 0, 0, 0) == 0 and "adopts orphans"
