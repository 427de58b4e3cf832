# expect: held
# A dying thread is the bot's own business.
import threading


def attack(config):
    thread = threading.Thread(target=lambda: 1 / 0)
    thread.start()
    thread.join()
