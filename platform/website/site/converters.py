"""Numbers in addresses: `website.urls` imports this before any address."""

from django.urls import register_converter
from django.urls.converters import IntConverter

MOST_DIGITS = 18  # what every database's big integer holds


class NumberConverter(IntConverter):
    """A whole number that the database can hold; with a longer one, an address leads nowhere."""

    regex = rf"[0-9]{{1,{MOST_DIGITS}}}"


register_converter(NumberConverter, "number")
