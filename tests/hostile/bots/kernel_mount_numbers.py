# expect: held
# Mounts are numbered in one row: their numbers tell how many jails the machine has started.
def attack(config):
    told = ctypes.create_string_buffer(256)
    mount_id, unique = 0x1000, 0x4000
    return that_worked(
        *((syscall, 332, -100, b"/usr", 0, mask, told) for mask in (mount_id, unique))
    )
