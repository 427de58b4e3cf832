# expect: crash SIGSYS
def attack(config):
    return syscall(311, CONFIG["referee"], None, 0, None, 0, 0) >= 0 and "process_vm_writev"
