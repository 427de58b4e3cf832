"""One command a file; each is short and calls its neighbours in `website.management`."""
