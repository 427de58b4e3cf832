# expect: held
# A program that never was a file.
def attack(config):
    handle = os.memfd_create("x")
    with open("/usr/bin/python3.11", "rb") as file:
        os.write(handle, file.read())
    os.execve(handle, ["x", "-c", "print('ESCAPED')"], {})
