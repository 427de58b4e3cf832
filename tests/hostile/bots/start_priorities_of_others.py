# expect: held
# By group or by user, a priority reaches every process alike.
def attack(config):
    return that_worked(
        (os.setpriority, os.PRIO_PGRP, 0, 19),
        (os.setpriority, os.PRIO_USER, 0, 19),
        (os.setpriority, os.PRIO_PROCESS, config["neighbour"], 19),
        (os.getpriority, os.PRIO_PROCESS, config["neighbour"]),
        (syscall, 251, 3, 0, 3 << 13),  # ioprio_set of a user
    )
