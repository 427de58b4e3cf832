# expect: crash SIGSYS
# A key that outlives its bot is a message for the next one.
def attack(config):
    return syscall(248, b"user", b"hostile", b"hello", 5, -2) >= 0 and "add_key"
