# expect: crash SIGSYS
# Quotas of the host's disks.
def attack(config):
    return syscall(179, 0x80000100, None, 0, None) >= 0 and "quotactl"
