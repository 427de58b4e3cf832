# expect: held
# Strict mode on top of a filter: seccomp must be out of reach altogether.
def attack(config):
    return syscall(317, 0, 0, None) >= 0 and "seccomp_undo"
