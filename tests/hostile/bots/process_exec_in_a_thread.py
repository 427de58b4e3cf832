# expect: held
# An exec from a thread takes the place of the whole process.
import threading


def attack(config):
    words = ["python3.11", "-c", "print('ESCAPED')"]
    thread = threading.Thread(target=os.execv, args=("/usr/bin/python3.11", words))
    threading.excepthook = print
    thread.start()
    thread.join()
