# expect: held
# posix_spawn needs neither fork nor exec by name.
def attack(config):
    code = f"open({config['canary']!r}, 'w')"
    return os.posix_spawn("/usr/bin/python3.11", ["python3.11", "-c", code], {})
