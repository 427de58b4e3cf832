# expect: held
# The kernel's buffers are memory that no heap shows.
import fcntl


def attack(config):
    read, write = os.pipe()
    try:
        fcntl.fcntl(write, 1031, 1 << 20)  # F_SETPIPE_SZ: pages of the kernel's own
        return "grew a pipe"
    finally:
        os.close(read)
        os.close(write)
