"""Errors on form pages."""

import re


def errors(text: str, *, without: str = "") -> dict[str, str]:
    """The fields that are found wrong, `without` such a prefix, with what is said there."""
    found = re.findall(r'<ul class="errors" id="id_([\w-]+)_error"><li>(.*?)</li></ul>', text)
    return {name.removeprefix(without): words for name, words in found}
