# expect: held
# Logs are read in terminals and shown on pages.
def attack(config):
    print("\x1b]0;owned\x07\x1b[2J\x9b31m\u202e\u2066<script>alert(1)</script>")
    os.write(2, b"\xff\xfe\x00\x1b[31m\r\n")
