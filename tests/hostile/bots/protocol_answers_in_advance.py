# expect: protocol
# An answer before its question saves thinking time, and guesses at ids.
def start(setup):
    os.write(4, b'{"type":"ready","wants":[]}\n{"id":1,"picks":[0]}\n')


def decide(request):
    return 0
