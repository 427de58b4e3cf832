# expect: protocol
# An invisible mark in front.
def decide(request):
    say(b'\xef\xbb\xbf{"id":1,"picks":[0]}')
