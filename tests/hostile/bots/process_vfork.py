# expect: held
# A child that borrows its parent's memory.
def attack(config):
    return syscall(58) and "vforked"
