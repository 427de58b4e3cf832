# expect: held
# Sockets without the socket module, on whatever descriptor there is.
def attack(config):
    address = ctypes.create_string_buffer(b"\2\0\x18\xeb\x7f\0\0\1", 16)
    calls = {"connect": 42, "accept": 43, "bind": 49, "listen": 50, "accept4": 288}
    for name, number in calls.items():
        for end in range(5):
            try:
                syscall(number, end, address, 16, 0)
                return name
            except OSError as refused:
                if refused.errno != 1:
                    return f"{name} reached the kernel: {refused}"
