# expect: held
# A device of one's own needs no /dev.
import stat


def attack(config):
    memory, disk = os.makedev(1, 1), os.makedev(8, 0)
    return that_worked(
        *(
            (os.mknod, folder + "/mine", kind | 0o600, device)
            for folder in ("/bot", "/dev", "/tmp", "/")
            for kind, device in ((stat.S_IFCHR, memory), (stat.S_IFBLK, disk), (stat.S_IFIFO, 0))
        )
    )
