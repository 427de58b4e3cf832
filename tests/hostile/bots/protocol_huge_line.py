# expect: output
# The beginning of an answer, and then too much of it.
def decide(request):
    os.write(4, b'{"id":1,"picks":[' + b"0," * 100_000)
    while True:
        os.write(4, b"0," * 10_000)
