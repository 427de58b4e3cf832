# expect: crash SIGSYS
# Comparing kernel objects tells where they lie.
def attack(config):
    return syscall(312, os.getpid(), os.getpid(), 0, 1, 1) >= 0 and "kcmp"
