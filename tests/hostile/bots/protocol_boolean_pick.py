# expect: protocol
# True would index the second option.
def decide(request):
    say(b'{"id":1,"picks":[true]}')
