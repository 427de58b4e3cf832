# expect: error crash
# Half a character in an error's text can be written as JSON, and not be read again.
def decide(request):
    raise ValueError("no card \udce9tang")
