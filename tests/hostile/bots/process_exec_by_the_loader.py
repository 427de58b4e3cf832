# expect: held
# The dynamic loader runs programs that may not be executed themselves.
def attack(config):
    loader = "/lib64/ld-linux-x86-64.so.2"
    os.execv(loader, [loader, "/usr/bin/python3.11", "-c", "print('ESCAPED')"])
