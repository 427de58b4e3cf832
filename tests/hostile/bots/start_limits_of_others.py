# expect: held
# The limits of a common parent are those of the next bot.
def attack(config):
    one, old = (ctypes.c_uint64 * 2)(1, 1), (ctypes.c_uint64 * 2)()
    return that_worked(
        *(
            attempt
            for number in (2, 3, config["referee"], config["neighbour"])
            for attempt in (
                (syscall, 302, number, 7, one, None),
                (syscall, 302, number, 7, None, old),
            )
        ),
        (syscall, 302, 1, 7, one, None),
    )
