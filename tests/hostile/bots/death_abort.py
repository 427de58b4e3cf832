# expect: crash SIG
# The C library's own way out is a crash like any other.
def decide(request):
    os.abort()
