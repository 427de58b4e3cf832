"""What can happen to cards, whatever their texts say: cards, verbs and the turn are made of it."""
