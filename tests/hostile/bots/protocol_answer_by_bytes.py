# expect: output
# An answer without an end, a byte at a time.
def decide(request):
    while True:
        os.write(4, b" ")
