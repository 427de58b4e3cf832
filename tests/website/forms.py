"""Errors on form pages."""

import re


def errors(text: str, *, without: str = "") -> dict[str, str]:
    """Return the invalid fields and their messages, `without` this prefix."""
    found = re.findall(r'<ul class="errors" id="id_([\w-]+)_error"><li>(.*?)</li></ul>', text)
    return {name.removeprefix(without): words for name, words in found}
