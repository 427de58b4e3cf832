# expect: timeout|memory|error memory
# A list that never ends to be read.
class Endless(list):
    def __iter__(self):
        while True:
            yield 0


def decide(request):
    return Endless()
