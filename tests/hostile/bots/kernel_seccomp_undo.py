# expect: held
def attack(config):
    return syscall(317, 0, 0, None) >= 0 and "seccomp_undo"
