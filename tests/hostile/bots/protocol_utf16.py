# expect: protocol
# Some readers guess the encoding.
def decide(request):
    say('{"id":1,"picks":[0]}'.encode("utf-16-le"))
