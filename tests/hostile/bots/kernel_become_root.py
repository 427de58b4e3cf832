# expect: held
# Any of the calls that change who one is.
def attack(config):
    return that_worked(
        (os.setuid, 0),
        (os.setgid, 0),
        (os.setresuid, 0, 0, 0),
        (os.setgroups, [0]),
        (syscall, 122, 0),  # setfsuid
        (syscall, 126, (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()),  # capset
    )
