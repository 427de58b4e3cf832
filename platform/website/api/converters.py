"""URL converters."""

from django.urls.converters import IntConverter

MOST_DIGITS = 18  # what a database's whole number holds


class NumberConverter(IntConverter):
    """A whole number that fits a database integer."""

    regex = rf"[0-9]{{1,{MOST_DIGITS}}}"
