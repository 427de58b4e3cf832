# expect: protocol
# A referee that unpickled would run this.
def decide(request):
    os.write(4, b"cos\x00system(S'touch /tmp/owned'tR.\n")
    import time

    time.sleep(600)
