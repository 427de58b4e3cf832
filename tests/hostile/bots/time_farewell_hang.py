# expect: held
# After the last question no clock is running.
def finish(outcome):
    while True:
        pass
