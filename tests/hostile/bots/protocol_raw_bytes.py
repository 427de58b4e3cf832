# expect: line
# What stands in the line is for the referee's strict parser: the sandbox hands over exactly one.
def decide(request):
    os.write(4, b'\xff\xfe{"id":true,"id":1,"picks":[NaN,' + b"[" * 2000 + b"1e999\n")
    import time

    time.sleep(600)
