# expect: crash SIGSYS
# The first half of opening files by handle.
def attack(config):
    handle, mount = ctypes.create_string_buffer(136), ctypes.c_int()
    handle[0:1] = b"\x80"
    return syscall(303, -100, b"/", handle, ctypes.byref(mount), 0) >= 0 and "handle"
