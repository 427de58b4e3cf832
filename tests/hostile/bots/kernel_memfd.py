# expect: held
# A file in memory that can be filled and executed.
def attack(config):
    return syscall(319, b"x", 0) >= 0 and "memfd"
