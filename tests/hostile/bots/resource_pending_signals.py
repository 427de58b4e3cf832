# expect: held
# Blocked signals queue up in the kernel, and the queue is counted for the user.
import signal


def attack(config):
    number = signal.SIGRTMIN + 1
    signal.pthread_sigmask(signal.SIG_BLOCK, [number])
    for _ in range(20_000):
        os.kill(os.getpid(), number)
    queued = 0
    while signal.sigtimedwait([number], 0):
        queued += 1
    return queued > 1000 and f"{queued} signals were queued"
