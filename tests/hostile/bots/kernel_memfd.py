# expect: held
def attack(config):
    return syscall(319, b"x", 0) >= 0 and "memfd"
