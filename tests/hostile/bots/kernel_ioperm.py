# expect: crash SIGSYS
# Some ports of the hardware.
def attack(config):
    return syscall(173, 0x70, 2, 1) >= 0 and "ioperm"
