# expect: crash SIGSYS
# Every port of the hardware.
def attack(config):
    return syscall(172, 3) >= 0 and "iopl"
