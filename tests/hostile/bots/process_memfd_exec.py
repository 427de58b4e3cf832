# expect: held
def attack(config):
    handle = os.memfd_create("x")
    with open("/usr/bin/python3.11", "rb") as file:
        os.write(handle, file.read())
    os.execve(handle, ["x", "-c", "print('ESCAPED')"], {})
