# expect: timeout
# Pipes in packet mode would hand over a byte a read.
import fcntl


def decide(request):
    try:
        for end in (1, 4):
            fcntl.fcntl(end, fcntl.F_SETFL, os.O_DIRECT | os.O_WRONLY)
            print("ESCAPED")
    except OSError as refused:
        print("refused:", refused)
    while True:
        os.write(1, b"x")
