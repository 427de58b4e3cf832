# expect: timeout
import signal, time


def decide(request):
    os.kill(os.getpid(), signal.SIGSTOP)
    signal.pause()
