"""A hasher that records its calls: hashing is the slow part of a log-in."""

from django.contrib.auth.hashers import MD5PasswordHasher


class CountingHasher(MD5PasswordHasher):
    """Counts the passwords that are hashed, in a list that all its objects share."""

    hashed: list[str] = []

    def encode(self, password: str, salt: str) -> str:
        """The hash."""
        self.hashed.append(password)
        return super().encode(password, salt)


PATH = f"{__name__}.{CountingHasher.__name__}"
