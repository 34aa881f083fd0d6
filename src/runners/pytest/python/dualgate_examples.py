"""The examples of a docstring as its file has them: code may give a function another docstring, with fewer of them."""

import ast
import doctest

_parse = doctest.DocTestParser().get_examples


def find_missing(item):
    """The first line of each example of the file that does not run: none for a text file, or a docstring that is made."""
    test = getattr(item, "dtest", None)
    file = str(getattr(test, "filename", None) or "")
    if not file.endswith(".py"):
        return []
    try:
        with open(file, encoding="utf-8") as source:
            written = _find_docstring(ast.parse(source.read()), test.name, item.nodeid)
        wanted = [(each.source, each.want) for each in _parse(written or "")]
    except (OSError, ValueError, SyntaxError):
        return []
    there = [(each.source, each.want) for each in test.examples]
    return [source.splitlines()[0] for source, want in wanted if (source, want) not in there][:1]


def _find_docstring(tree, name, nodeid):
    """Of `package.module.Class.method`: how much of it is the module stands in its path."""
    parts = name.split(".")
    path = nodeid.partition("::")[0]
    module = [part for part in path[:-3].split("/") if part != "__init__"]
    for length in range(len(parts) + 1):
        if length == 0 or parts[:length] == module[-length:]:
            node = _descend(tree, parts[length:]) if length > 0 else None
            if node is not None:
                return ast.get_docstring(node, clean=False)
    return None


def _descend(node, names):
    for name in names:
        found = [
            each
            for each in node.body
            if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and each.name == name
        ]
        if not found:
            return None
        node = found[-1]
    return node
