# expect: held
# Protection keys are not needed for a game.
def attack(config):
    return syscall(330, 0, 0) >= 0 and "pkey"
