# expect: protocol
# Everything that is wrong with a line at once.
def decide(request):
    os.write(4, b'\xff\xfe{"id":true,"id":1,"picks":[NaN,' + b"[" * 2000 + b"1e999\n")
    import time

    time.sleep(600)
