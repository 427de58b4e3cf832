# expect: held
# Marks that turn the reading direction hide what a line says.
def attack(config):
    print("\u202e\u2067\u200f\u061cgnp.exe" * 100)
    print("a\u0300" * 3000)
