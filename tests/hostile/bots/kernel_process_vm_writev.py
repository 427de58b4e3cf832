# expect: crash SIGSYS
# Writing into the referee's memory.
def attack(config):
    return syscall(311, CONFIG["referee"], None, 0, None, 0, 0) >= 0 and "process_vm_writev"
