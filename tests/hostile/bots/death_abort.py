# expect: crash SIG
def decide(request):
    os.abort()
