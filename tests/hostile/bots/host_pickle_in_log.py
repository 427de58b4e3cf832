# expect: held
# A pickle, a YAML tag and a shell's line, for whoever reads logs by machine.
def attack(config):
    os.write(1, b"\x80\x04\x8c\x05posix\x8c\x06system\x93\x8c\x04echo\x85R.\n")
    os.write(2, b"!!python/object/apply:os.system [id]\n$(touch /tmp/owned) `id` ; id\n")
