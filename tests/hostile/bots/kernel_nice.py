# expect: held
# More of the processor than the opponent has.
def attack(config):
    return syscall(141, 0, 0, -20) >= 0 and "nice"
