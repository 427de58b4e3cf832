# expect: held
# A lock on a shared file is a telegraph between two bots.
import fcntl


def attack(config):
    with open("/usr/bin/python3.11", "rb") as shared:
        for lock in (
            lambda: fcntl.flock(shared, fcntl.LOCK_EX),
            lambda: fcntl.lockf(shared, fcntl.LOCK_SH),
            lambda: fcntl.fcntl(shared, 1024, 0),
            lambda: fcntl.fcntl(shared, 1026, 1),
        ):
            try:
                lock()
                return "locked a file that the neighbour sees"
            except OSError:
                pass
