# expect: timeout
# The answer first, and the thinking after it.
def decide(request):
    os.write(4, b'{"id":1,"picks":[0]}\n')
    while True:
        pass
