# expect: held
# A bot killed by SIGALRM must not look like one that the host has killed.
import signal, time


def attack(config):
    signal.setitimer(signal.ITIMER_REAL, 0.001)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.001)
    signal.setitimer(signal.ITIMER_PROF, 0.001)
    time.sleep(0.01)
