# expect: timeout
# A whole answer but for its end.
import time


def decide(request):
    os.write(4, b'{"id":1,"picks":[0]}')
    time.sleep(600)
