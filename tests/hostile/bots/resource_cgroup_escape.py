# expect: held
# Out of one's cgroup and into its parent.
def attack(config):
    mounts = ("/sys/fs/cgroup", "/sys/fs/cgroup/unified", "/sys/fs/cgroup/memory", "/dev/cgroup")
    return that_worked(
        *((os.open, f"{folder}/cgroup.procs", os.O_WRONLY) for folder in mounts),
        *((os.open, f"{folder}/release_agent", os.O_WRONLY) for folder in mounts),
        (os.listdir, "/proc/self/cgroup"),
    )
