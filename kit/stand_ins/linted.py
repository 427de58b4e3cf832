"""Reads the bot beside it without running it, and prints what the check would trip over."""

import sys

LOADED = dict(sys.modules)  # before this file loads more than a bot finds
PATHS = list(sys.path)
sys.path[:] = [path for path in PATHS if path != __file__.rpartition("/")[0]]  # not the bot's own

import ast  # noqa: E402
import importlib.util  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402
from collections.abc import Iterator  # noqa: E402
from typing import Any  # noqa: E402

sys.path[:] = PATHS

MARK = "@lint "  # as in __init__.py, which the jail has not
CALLED = "decide(request)"
NEEDS = {  # modules of the standard library that do nothing in the jail
    "sockets": ("socket", "ssl", "asyncio", "socketserver", "ftplib", "smtplib", "poplib",
                "imaplib", "telnetlib", "xmlrpc", "http.client", "http.server", "urllib.request"),
    "other processes": ("subprocess", "multiprocessing", "pty", "concurrent.futures.process"),
}  # fmt: skip
NETWORK = {name: need for need, names in NEEDS.items() for name in names}
PROCESSES = ("system", "popen", "fork", "forkpty", "posix_spawn", "startfile")
WRITING = set("wax+")
GUARDS = {"ImportError", "ModuleNotFoundError", "Exception", "BaseException"}
MUCH_ALIKE = ("decision", "decides", "decied", "make_decision", "choose", "play", "act", "move")
Finding = tuple[str, int, str, str]  # file, line, rule, message


def decide(request: Any) -> Any:
    return request.default


def findings() -> Iterator[Finding]:
    folder = os.path.dirname(os.path.abspath(__file__))
    own = {entry.split(".")[0] for entry in os.listdir(folder)}
    yield from replaced_modules(folder)
    for place, _folders, names in os.walk(folder):
        for name in sorted(names):
            path = os.path.join(place, name)
            file = os.path.relpath(path, folder)
            if name.endswith(".py") and file != "bot.py":
                with open(path, "rb") as source:
                    tree = ast.parse(source.read(), name)
                yield from Reader(file, own).read(tree)


def replaced_modules(folder: str) -> Iterator[Finding]:
    """Files of the bot of whose name the jail has a module, which is imported instead."""
    for entry in sorted(os.listdir(folder)):
        path = os.path.join(folder, entry)
        name = entry.removesuffix(".py")
        file = f"{entry}/__init__.py" if os.path.isdir(path) else entry
        if name in ("bot", "own_bot") or not file.endswith(".py") or not name.isidentifier():
            continue
        if name in LOADED:
            files = [getattr(LOADED[name], "__file__", None)]
        else:
            specs = (finder.find_spec(name, None) for finder in sys.meta_path)
            spec = next(filter(None, specs), None)
            files = [*(spec.submodule_search_locations or ()), spec.origin] if spec else [path]
        if not any(str(place).startswith(folder + os.sep) for place in files):
            words = f"the jail has its own module {name}, which is imported instead: rename yours"
            yield file, 1, "replaced", words


class Reader(ast.NodeVisitor):
    """Findings of one file. What runs as a script only is left out."""

    def __init__(self, file: str, own: set[str]) -> None:
        self.file, self.own = file, own
        self.found: list[Finding] = []
        self.guarded = 0

    def read(self, tree: ast.Module) -> list[Finding]:
        self.visit(tree)
        if self.file == "own_bot.py":
            self.check_decide(tree)
        return self.found

    def tell(self, node: ast.AST, rule: str, message: str) -> None:
        self.found.append((self.file, getattr(node, "lineno", 1), rule, message))

    # --- imports ---------------------------------------------------------------------------------
    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self.check_module(node, alias.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if not node.level and node.module:
            if node.module in NETWORK:
                self.check_module(node, node.module)
                return
            for alias in node.names:
                dotted = f"{node.module}.{alias.name}"
                self.check_module(node, dotted if dotted in NETWORK else node.module)

    def check_module(self, node: ast.AST, name: str) -> None:
        top = name.split(".", maxsplit=1)[0]
        if self.guarded or top in self.own:
            return
        needed = NETWORK.get(name) or NETWORK.get(top)
        if needed:
            self.tell(node, "import", f"{name} needs {needed}, which the jail refuses")
        elif importlib.util.find_spec(top) is None:
            words = f"there is no module {top} in the jail: use the standard library, engine, "
            self.tell(node, "import", f"{words}kit.sdk, or files of your own in a zip")

    def visit_Try(self, node: ast.Try) -> None:
        catches = any(
            not handler.type or GUARDS & _names(handler.type) for handler in node.handlers
        )
        self.guarded += catches
        for child in node.body:
            self.visit(child)
        self.guarded -= catches
        for part in (*node.handlers, *node.orelse, *node.finalbody):
            self.visit(part)

    def visit_If(self, node: ast.If) -> None:
        if "__name__" not in _names(node.test) and "TYPE_CHECKING" not in _names(node.test):
            self.generic_visit(node)

    # --- calls -----------------------------------------------------------------------------------
    def visit_Call(self, node: ast.Call) -> None:
        called = node.func
        if isinstance(called, ast.Name) and called.id == "input":
            self.tell(node, "input", "nobody types in the jail: input() raises EOFError")
        if isinstance(called, ast.Name) and called.id == "open" and _writes(node):
            self.tell(node, "write", "no file can be written in the jail: print() goes to your log")
        if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
            is_process = called.attr in PROCESSES or called.attr.startswith(("exec", "spawn"))
            if called.value.id == "os" and is_process:
                words = f"os.{called.attr} needs other processes, which the jail refuses"
                self.tell(node, "process", words)
        self.generic_visit(node)

    # --- the bot's function ----------------------------------------------------------------------
    def check_decide(self, tree: ast.Module) -> None:
        bound = {name: node for node in tree.body for name in _binds(node)}
        function = bound.get("decide")
        if function is None:
            imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
            if not any(alias.name == "*" for node in imports for alias in node.names):
                self.tell_missing(bound)
        elif isinstance(function, ast.AsyncFunctionDef):
            self.tell(function, "decide", f"{CALLED} must not be async: return the answer")
        elif isinstance(function, ast.FunctionDef):
            self.check_signature(function)

    def tell_missing(self, bound: dict[str, ast.stmt]) -> None:
        like = [
            name
            for name, node in bound.items()
            if isinstance(node, ast.FunctionDef)
            and (name.lower().startswith("decid") or name in MUCH_ALIKE)
        ]
        more = f"; rename {like[0]}" if like else ""
        node = bound[like[0]] if like else ast.Pass(lineno=1)
        self.tell(node, "decide", f"the bot has no function {CALLED}{more}")

    def check_signature(self, function: ast.FunctionDef) -> None:
        taken = function.args
        names = [*taken.posonlyargs, *taken.args]
        needed = len(names) - len(taken.defaults)
        only = [name for name, default in zip(taken.kwonlyargs, taken.kw_defaults, strict=True)
                if default is None]  # fmt: skip
        if needed > 1 or only or (not names and not taken.vararg):
            self.tell(function, "decide", f"decide takes one argument: def {CALLED}")
        if any(isinstance(node, ast.Yield | ast.YieldFrom) for node in _own_nodes(function)):
            self.tell(function, "decide", "decide must return its answer, not yield it")


def _names(node: ast.AST) -> set[str]:
    return {child.id for child in ast.walk(node) if isinstance(child, ast.Name)}


def _own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Walk the function without the functions in it."""
    left: list[ast.AST] = list(function.body)
    while left:
        node = left.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            left += ast.iter_child_nodes(node)


def _binds(node: ast.stmt) -> set[str]:
    """Names that a statement of the module defines."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {alias.asname or alias.name for alias in node.names}
    names: set[str] = set()
    for child in ast.walk(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(child.name)
        elif isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
            names.add(child.id)
    return names


def _writes(node: ast.Call) -> bool:
    modes = [
        *node.args[1:2],
        *(keyword.value for keyword in node.keywords if keyword.arg == "mode"),
    ]
    texts = (mode.value for mode in modes if isinstance(mode, ast.Constant))
    return any(isinstance(text, str) and WRITING & set(text) for text in texts)


print(f"\n{MARK}{json.dumps(list(findings()))}")
