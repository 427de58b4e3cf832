# expect: error memory
# A memory error that nobody had: its own fault all the same.
def decide(request):
    raise MemoryError("host")
