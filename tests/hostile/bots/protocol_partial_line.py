# expect: crash
def decide(request):
    os.write(4, b'{"id":1,"pic')
    os._exit(0)
