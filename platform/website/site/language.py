"""The language of the person who reads a page."""

from django.utils.translation import get_language

from engine.event_texts import LANGUAGES


def reader_language() -> str:
    """Return the reader's language as the engine names it: one of LANGUAGES."""
    code = (get_language() or "en").partition("-")[0]
    return code if code in LANGUAGES else "en"


def other_language(language: str) -> str:
    """Return German for English, and English for any other."""
    return "de" if language == "en" else "en"
