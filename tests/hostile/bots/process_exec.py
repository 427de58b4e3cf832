# expect: held
# Another program in the bot's place has none of the guest's rules.
def attack(config):
    os.execv("/usr/bin/python3.11", ["python3.11", "-c", "print('ESCAPED')"])
