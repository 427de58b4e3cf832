# expect: held
# Turning off the randomness of addresses.
def attack(config):
    return syscall(135, 0x0040000) >= 0 and "personality"
