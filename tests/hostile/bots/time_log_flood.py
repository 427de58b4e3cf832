# expect: timeout
# A log that never ends, a full pipe at a time.
def decide(request):
    while True:
        os.write(1, b"spam" * 16384)
