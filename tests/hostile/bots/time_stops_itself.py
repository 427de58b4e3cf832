# expect: timeout
# A stopped process answers nobody.
import signal, time


def decide(request):
    os.kill(os.getpid(), signal.SIGSTOP)
    signal.pause()
