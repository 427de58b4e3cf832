# expect: timeout
# A polite signal is not enough.
import signal

for number in range(1, 32):
    try:
        signal.signal(number, signal.SIG_IGN)
    except OSError:
        pass


def decide(request):
    while True:
        pass
