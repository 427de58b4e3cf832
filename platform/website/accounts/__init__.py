"""Who people are: the user model, and the pages around it."""
