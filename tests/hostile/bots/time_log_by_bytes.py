# expect: timeout
# A byte in the log at a time: the referee must not wake up for each.
def decide(request):
    while True:
        os.write(1, b"x")
