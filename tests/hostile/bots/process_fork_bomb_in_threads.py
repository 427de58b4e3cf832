# expect: held
# Eight threads that fork at once, should the check have a race.
import threading


def bomb(won):
    for _ in range(50):
        try:
            won.append(os.fork())
        except OSError:
            pass


def attack(config):
    won = []
    threads = [threading.Thread(target=bomb, args=(won,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return won
