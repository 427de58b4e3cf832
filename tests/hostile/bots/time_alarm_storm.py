# expect: timeout
# A million alarms a second, each with a handler.
import signal


def decide(request):
    signal.signal(signal.SIGALRM, lambda *_: sum(range(100)))
    signal.setitimer(signal.ITIMER_REAL, 1e-6, 1e-6)
    while True:
        pass
