"""Pages about Dominion's cards: all of them, one of them, the kingdoms and the rulings."""
