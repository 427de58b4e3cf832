# expect: held
# A timer can be made to send any signal, SIGKILL among them.
def attack(config):
    return syscall(222, 1, None, None) >= 0 and "timers"
