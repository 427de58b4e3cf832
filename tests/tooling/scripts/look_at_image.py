"""Run inside an image: all of ours is there, and none of it comes from elsewhere."""

import sys
from importlib import import_module
from pathlib import Path

PROGRAMS = ("website.wsgi", "arena.tasks", "kit.command", "sandbox.doctor")
OURS = {"arena", "engine", "kit", "sandbox", "website"}


def main() -> None:
    for name in PROGRAMS:
        import_module(name)
    assert import_module("kit.bots").house_bots()
    assert import_module("website.games.dominion.rulings").rulings()
    assert import_module("django.template.loader").get_template("base.html")
    settings = import_module("django.conf").settings
    assert all(path.is_dir() for path in settings.LOCALE_PATHS)
    loaded = [module for name, module in sys.modules.items() if name.split(".")[0] in OURS]
    files = [module.__file__ or "" for module in loaded]
    assert len(files) > 50
    elsewhere = [name for name in files if not name.startswith(str(Path.cwd()))]
    assert not elsewhere, elsewhere


if __name__ == "__main__":
    main()
