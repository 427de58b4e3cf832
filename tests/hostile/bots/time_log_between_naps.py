# expect: timeout
# A byte in the log, a nap, and so on: cheap for the bot, and the referee must not pay for it.
import time


def decide(request):
    while True:
        os.write(1, b"x")
        time.sleep(0.0002)
