# expect: held
def attack(config):
    return syscall(222, 1, None, None) >= 0 and "timers"
