# expect: held
# Locks that inherit priorities have been a way into the kernel.
def attack(config):
    lock, other = ctypes.c_uint32(0), ctypes.c_uint32(0)
    lock_pi, unlock_pi, try_pi, wait_requeue_pi, requeue_pi, lock_pi2 = 6, 7, 8, 11, 12, 13
    for operation in (lock_pi, unlock_pi, try_pi, requeue_pi, lock_pi2, wait_requeue_pi):
        try:
            syscall(202, ctypes.byref(lock), operation | 128, 0, None, ctypes.byref(other), 0)
            return f"futex operation {operation}"
        except OSError as refused:
            if refused.errno != 1:
                return f"futex operation {operation} reached the kernel: {refused}"
