# expect: held
# vfork by the call that the C library itself uses for posix_spawn.
def attack(config):
    if syscall(56, 0x4111, None, None, None, None) == 0:
        libc.execl(b"/usr/bin/python3.11", b"python3.11", b"-c", b"print('ESCAPED')", None)
        os._exit(0)
    return "vforked"
