# expect: held
# A class of scheduling in which nobody else gets a turn.
def attack(config):
    first = (ctypes.c_int * 1)(1)
    attributes = (ctypes.c_uint32 * 12)(48, 1, 0, 0, 0, 1)
    return that_worked(
        (os.sched_setscheduler, 0, os.SCHED_FIFO, os.sched_param(1)),
        (os.sched_setscheduler, 0, os.SCHED_BATCH, os.sched_param(0)),
        (syscall, 142, 0, first),  # sched_setparam
        (syscall, 314, 0, attributes, 0),  # sched_setattr
        (syscall, 251, 1, 0, 1 << 13),  # ioprio_set: real time
        (os.nice, -1),
    )
