# expect: crash SIGSYS
# Switching the machine off (here, only its reaction to three keys).
def attack(config):
    return syscall(169, 0xFEE1DEAD, 672274793, 0, None) >= 0 and "reboot"
