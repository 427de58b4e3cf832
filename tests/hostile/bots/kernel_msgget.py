# expect: held
def attack(config):
    return syscall(68, 0, 0o1600) >= 0 and "msgget"
