# expect: held
def attack(config):
    os.execv("/usr/bin/python3.11", ["python3.11", "-c", "print('ESCAPED')"])
