# expect: crash SIGSYS
# Making the clock run faster.
def attack(config):
    return syscall(159, ctypes.create_string_buffer(256)) >= 0 and "adjtimex"
