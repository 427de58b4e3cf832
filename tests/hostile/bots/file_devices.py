# expect: held
# Memory, disks, terminals, hypervisors: one open device is enough.
def attack(config):
    names = (
        "mem", "kmem", "port", "kmsg", "sda", "vda", "nvme0n1", "tty", "tty0", "console", "ptmx",
        "pts/0", "kvm", "fuse", "net/tun", "loop0", "loop-control", "zero", "full", "random", "hpet",
        "userfaultfd", "vhost-vsock", "shm", "mqueue", "snapshot", "watchdog", "dri/card0",
    )  # fmt: skip
    return that_worked(*((os.open, f"/dev/{name}", os.O_RDONLY) for name in names))
