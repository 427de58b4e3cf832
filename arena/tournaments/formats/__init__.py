"""All formats by key: each module of this folder has one, `FORMAT`."""

from importlib import import_module
from pkgutil import iter_modules

from arena.tournaments.format import OPTIONS as OPTIONS
from arena.tournaments.format import Estimate as Estimate
from arena.tournaments.format import Format as Format
from arena.tournaments.format import FormatTerms as FormatTerms
from arena.tournaments.format import MissingFormat as MissingFormat
from arena.tournaments.format import estimate as estimate


def find_formats() -> dict[str, Format]:
    """Import the modules of the folder; return their formats as they are offered."""
    modules = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
    formats: list[Format] = [module.FORMAT for module in modules]
    formats.sort(key=lambda rules: (rules.order, rules.key))
    return {rules.key: rules for rules in formats}


FORMATS = find_formats()
