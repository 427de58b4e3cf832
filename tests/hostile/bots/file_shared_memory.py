# expect: held
# POSIX shared memory and semaphores are files that any bot may open.
import _posixshmem


def attack(config):
    return that_worked(
        (lambda: _posixshmem.shm_open("/meeting", os.O_CREAT | os.O_RDWR, 0o666),),
        (os.open, "/dev/shm/sem.meeting", os.O_CREAT | os.O_RDWR, 0o666),
        (syscall, 240, b"meeting", os.O_CREAT | os.O_RDWR, 0o666, None),  # mq_open
    )
