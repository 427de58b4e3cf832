# expect: held
# Free memory, load and the number of processes are the machine's: who fills memory, signals.
def attack(config):
    told = ctypes.create_string_buffer(256)
    return libc.sysinfo(told) == 0 and told.raw[:64].hex()
