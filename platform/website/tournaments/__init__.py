"""Pages of tournaments: their list, one of them with its sign-up, and the organisers' desk."""
