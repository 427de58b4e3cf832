# expect: timeout
import time


def decide(request):
    os.write(4, b'{"id":1,"picks":[0]}')
    time.sleep(600)
