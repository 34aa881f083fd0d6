"""Guards pytest against code under test: no tests that were compiled before, no replaced functions while the tests run.

It runs in the process of the tests, so it can be bypassed: see "Known limitations" in the documentation.
"""

import importlib
import os
import sys
import types
from importlib import _bootstrap_external as loader

from _pytest.assertion import rewrite

# These modules find a test, run it and report its result.
_WATCHED = (
    "_pytest.python",
    "_pytest.runner",
    "_pytest.unittest",
    "_pytest.main",
    "_pytest.reports",
    "_pytest.doctest",
    "doctest",
    "pluggy._callers",
    "pluggy._hooks",
    "pluggy._manager",
)


def forget_compiled():
    """Has Python and pytest read the sources of the workspace, and not what somebody wrote into its __pycache__.

    Git ignores that folder, and whoever sets a file's time back can put other tests into it.
    """
    workspace = os.path.join(os.path.realpath(os.getcwd()), "")
    cache_of = loader.cache_from_source

    def cache_from_source(path, *args, **kwargs):
        where = os.path.realpath(path)
        if where.startswith(workspace) and os.sep + "site-packages" + os.sep not in where:
            raise NotImplementedError
        return cache_of(path, *args, **kwargs)

    loader.cache_from_source = cache_from_source
    rewrite._read_pyc = lambda *args, **kwargs: None


class Guard:
    """Knows pytest's own functions, and those of the tests, as they were."""

    def __init__(self):
        self._functions = {}
        self._bodies = {}
        self._named = set()
        for name in _WATCHED:
            module = sys.modules.get(name) or _import(name)
            if module is not None:
                self._keep(module, name, name)

    def _keep(self, owner, path, home):
        for name, value in list(vars(owner).items()):
            if isinstance(value, types.FunctionType):
                self._functions[path + "." + name] = (owner, name, value, value.__code__)
            elif isinstance(value, type) and value.__module__ == home and isinstance(owner, types.ModuleType):
                self._keep(value, path + "." + name, home)

    def keep_bodies(self, items):
        for item in items:
            function = getattr(item, "function", None)
            function = getattr(function, "__func__", function)
            if isinstance(function, types.FunctionType):
                self._bodies[item.nodeid] = (function, function.__code__)

    def find_replaced(self):
        """The names of what is no longer what it was, each once, with the module of what is there now."""
        found = [
            (path, getattr(vars(owner).get(name), "__module__", None))
            for path, (owner, name, value, code) in self._functions.items()
            if vars(owner).get(name) is not value or value.__code__ is not code
        ]
        found += [
            ('the body of the test "%s"' % id, None)
            for id, (value, code) in self._bodies.items()
            if value.__code__ is not code
        ]
        fresh = [(name, by) for name, by in found if name not in self._named]
        self._named.update(name for name, _ in fresh)
        return fresh[:3]


def _import(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        return None
