# expect: held
# The kernel's buffers are memory that no heap shows.
import fcntl


def attack(config):
    fcntl.fcntl(1, 1031, 1 << 19)  # F_SETPIPE_SZ of the log: pages of the kernel's own
    return "grew a pipe"
