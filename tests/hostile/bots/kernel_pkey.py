# expect: held
def attack(config):
    return syscall(330, 0, 0) >= 0 and "pkey"
