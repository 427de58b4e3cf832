# expect: held
# /dev/null is the same file for every jail: a lock on it is a signal.
import fcntl


def attack(config):
    return that_worked(
        *(
            attempt
            for end in (os.open("/dev/null", os.O_RDWR), os.open("/dev/urandom", os.O_RDONLY))
            for attempt in (
                (fcntl.flock, end, fcntl.LOCK_EX | fcntl.LOCK_NB),
                (fcntl.lockf, end, fcntl.LOCK_SH | fcntl.LOCK_NB),
                (fcntl.fcntl, end, 37, bytes(32)),  # F_OFD_SETLK
                (fcntl.fcntl, end, 8, 1),  # F_SETOWN
            )
        )
    )
