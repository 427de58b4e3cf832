# expect: timeout
# A pipe that nobody empties blocks a careless writer.
import time


def start(setup):
    os.write(4, b'{"type":"ready"}\n')
    time.sleep(600)
