# expect: error crash
# A message as long as a book, that clears the reader's screen.
def decide(request):
    raise ValueError("\x1b[2J" + "x" * 100_000)
