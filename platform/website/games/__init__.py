"""What the site knows of each game beyond the catalogue: one module a game, named as the game.

A game without a module here is shown and configured by what the catalogue says of it.
"""
