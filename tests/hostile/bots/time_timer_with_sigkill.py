# expect: held
# SIGKILL from a timer would pass for the host's problem: play it again.
def attack(config):
    event = (ctypes.c_int * 16)(0, 0, 9, 0)  # SIGEV_SIGNAL, SIGKILL
    return syscall(222, 1, event, (ctypes.c_int * 1)()) >= 0 and "timer"
