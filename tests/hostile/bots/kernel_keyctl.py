# expect: crash SIGSYS
# Keyrings are shared with everybody of this uid, and hold secrets.
def attack(config):
    return syscall(250, 0, -3, 1) >= 0 and "keyctl"
