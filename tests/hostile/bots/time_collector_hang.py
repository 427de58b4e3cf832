# expect: timeout
# A hook of the garbage collector runs wherever memory is asked for.
import gc


def hang(phase, info):
    while True:
        pass


def decide(request):
    gc.callbacks.append(hang)
    gc.collect()
