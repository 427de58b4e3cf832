# expect: held
# Another process's memory, descriptors and root stand below /proc.
def attack(config):
    return that_worked(
        *(
            (os.stat, f"/proc/{number}/{name}")
            for number in (config["referee"], config["neighbour"], 1, "self")
            for name in ("mem", "environ", "root/etc/passwd", "fd/3", "maps", "ns/pid")
        )
    )
