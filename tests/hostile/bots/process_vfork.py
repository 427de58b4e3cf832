# expect: held
def attack(config):
    return syscall(58) and "vforked"
