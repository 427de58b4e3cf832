# expect: held
# A pipe in packet mode hands over one byte at a time.
import fcntl


def attack(config):
    fcntl.fcntl(4, fcntl.F_SETFL, os.O_DIRECT | os.O_WRONLY)
    fcntl.fcntl(1, fcntl.F_SETFL, os.O_DIRECT | os.O_WRONLY)
    for _ in range(2000):
        os.write(1, b"x")
