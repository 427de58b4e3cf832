"""Pages about bots: their list, their own page, uploads and the live check of a version."""
