# expect: output
def decide(request):
    while True:
        os.write(4, b"x" * 65536)
