# expect: held
# Segments of one's own open the 16-bit corners of the kernel.
def attack(config):
    return syscall(154, 0, ctypes.create_string_buffer(64), 64) >= 0 and "modify_ldt"
