# expect: held
# Both streams, eight threads, without a line's end.
import threading


def flood(end):
    for _ in range(40):
        os.write(end, b"spam" * 4096)


def attack(config):
    threads = [threading.Thread(target=flood, args=(1 + n % 2,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
