# expect: held
# The guest's own functions, called again with wide limits.
def attack(config):
    import gc
    from sandbox.guest import restrict

    for library in (
        lambda: restrict.limit(1 << 40, 999, 999),
        lambda: restrict.seccomp(b"\x06\0\0\0\0\0\xff\x7f"),
        restrict.landlock,
    ):
        try:
            if library():
                return "undid a restriction"
        except (OSError, ValueError):
            pass
