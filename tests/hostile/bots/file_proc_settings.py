# expect: held
# Switches of the kernel: a program for crashes, what a sysrq does.
def attack(config):
    return that_worked(
        (os.open, "/proc/sys/kernel/core_pattern", os.O_WRONLY),
        (os.open, "/proc/sysrq-trigger", os.O_WRONLY),
        (os.open, "/proc/self/uid_map", os.O_WRONLY),
        (os.open, "/proc/self/oom_score_adj", os.O_WRONLY),
    )
