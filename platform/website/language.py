"""The language of the person who reads a page."""

from django.utils.translation import get_language

LANGUAGES = ("en", "de")


def reader_language() -> str:
    """Return the reader's language as the engine names it: one of LANGUAGES."""
    return "de" if (get_language() or "").startswith("de") else "en"


def other_language(language: str) -> str:
    """Return German for English and English for German."""
    return LANGUAGES[LANGUAGES.index(language) - 1]
