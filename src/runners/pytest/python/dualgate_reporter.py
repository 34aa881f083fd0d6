"""The plugin that pytest (6 and later) loads by `-p`: reports each test as it ends, into the sealed report of one test run."""

import os
import sys

import pytest
from dualgate_examples import find_missing
from dualgate_failure import judge_failures
from dualgate_report_file import open_report
from dualgate_tamper import Guard, forget_compiled


def _restore(name):
    """Gives a variable back what it was: a pytest that a test starts is left alone."""
    former = os.environ.pop("DUALGATE_FORMER_" + name, "")
    if former == "":
        os.environ.pop(name, None)
    else:
        os.environ[name] = former


def _follow_with(report):
    def pytest_configure(config):
        # The workers of pytest-xdist hand everything to the process that started them.
        if not hasattr(config, "workerinput"):
            config.pluginmanager.register(_Watch(config, report))

    return pytest_configure


# When this module is loaded and not later: no conftest.py and no test has been loaded yet.
pytest_configure = _follow_with(open_report())
_restore("PYTHONPATH")
_restore("PYTEST_ADDOPTS")
_restore("PYTHONDONTWRITEBYTECODE")
forget_compiled()
sys.dont_write_bytecode = os.environ.get("PYTHONDONTWRITEBYTECODE", "") != ""


class _Watch:
    """Follows one session: what was collected, what each test came to, and how it ended."""

    def __init__(self, config, report):
        self._root = str(getattr(config, "rootpath", None) or config.rootdir)
        self._plugins = config.pluginmanager
        self._report = report
        self._stages = {}
        self._raised = {}
        self._expected = None
        self._ended = set()
        self._production = set()
        self._interrupted = False
        self._guard = None

    @pytest.hookimpl(trylast=True)
    def pytest_sessionstart(self):
        # Plugins and the first conftest.py may have changed pytest until here.
        self._guard = Guard()

    def _look(self):
        for what, module in self._guard.find_replaced() if self._guard else []:
            words = "%s was replaced while the tests were there" % what
            plugin = self._find_plugin(module)
            if plugin is not None:
                words += " by the plugin %s: switch it off with -p no:%s in the test command" % (plugin, plugin)
            self._report.add_problem("", words)

    def _find_plugin(self, module):
        """The name of an installed plugin by its module."""
        for plugin, _ in self._plugins.list_plugin_distinfo():
            if module is not None and getattr(plugin, "__name__", type(plugin).__module__) == module:
                return self._plugins.get_name(plugin)
        return None

    def _place(self, nodeid):
        """Of `tests/a.py::TestX::test_y[a::b]`: the file, absolute, and the name."""
        path, _, rest = nodeid.partition("::")
        head, bracket, parameters = rest.partition("[")
        name = " > ".join(head.split("::")) + bracket + parameters
        return os.path.join(self._root, path), name

    def pytest_collectreport(self, report):
        if report.failed:
            path = report.nodeid.partition("::")[0]
            self._report.add_load_failure(os.path.join(self._root, path) if path else "", report.longreprtext)
        elif report.skipped and report.nodeid != "":
            # It stands for the tests in it, so that they are not forgotten.
            file, name = self._place(report.nodeid)
            self._report.add_test(file, name or "(the whole file)", "skipped")

    def pytest_deselected(self, items):
        for item in items:
            self._report.add_test(*self._place(item.nodeid), "skipped", inside=item.nodeid in self._production)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session):
        examples = [item for item in session.items if type(item).__name__ == "DoctestItem"]
        self._production = {item.nodeid for item in examples}
        for item in examples:
            for example in find_missing(item):
                words = 'the example "%s" of its docstring is not among those that run' % example
                self._report.add_problem(self._place(item.nodeid)[0], words)
        self._expected = [item.nodeid for item in session.items]
        self._guard.keep_bodies(session.items)
        self._look()

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids):
        # Every worker of pytest-xdist collects all tests.
        self._expected = list(ids)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item, call):
        # What was raised, before a hook of the project can say that it was nothing.
        if call.excinfo is not None:
            self._raised[(item.nodeid, call.when)] = str(call.excinfo.exconly())

    def pytest_runtest_logreport(self, report):
        self._stages.setdefault(report.nodeid, []).append(report)

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logfinish(self, nodeid):
        self._look()
        stages = self._stages.pop(nodeid, [])
        file, name = self._place(nodeid)
        inside = nodeid in self._production
        if nodeid in self._ended:
            self._report.add_problem(file, 'the test "%s" ran more than once' % name)
            return
        self._ended.add(nodeid)
        failed = [stage for stage in stages if stage.outcome not in ("passed", "skipped")]
        if failed:
            message = "\n".join(_describe(stage, self._root) for stage in failed)
            self._report.add_test(file, name, "failed", message, judge_failures(failed, file), inside)
        elif any(stage.outcome == "skipped" or hasattr(stage, "wasxfail") for stage in stages):
            # A test that is expected to fail says nothing, whichever way it ends.
            self._report.add_test(file, name, "skipped", inside=inside)
        elif not any(stage.when == "call" for stage in stages):
            self._report.add_problem(file, 'the test "%s" never ran' % name)
        else:
            raised = [text for (id, _), text in self._raised.items() if id == nodeid]
            state = "failed" if raised else "passed"
            message = "it raised, and something made a success of that: %s" % raised[0] if raised else None
            self._report.add_test(file, name, state, message, inside=inside)
        for when in ("setup", "call", "teardown"):
            self._raised.pop((nodeid, when), None)

    def pytest_warning_recorded(self, warning_message, when, nodeid):
        category = warning_message.category.__name__
        if category in ("PytestUnhandledThreadExceptionWarning", "PytestUnraisableExceptionWarning"):
            said = _last_lines(str(warning_message.message))
            self._report.add_unhandled_error("", "%s: %s" % (nodeid or when, said))

    def pytest_internalerror(self, excrepr):
        self._report.add_unhandled_error("", "pytest broke: %s" % _last_lines(str(excrepr)))

    def pytest_keyboard_interrupt(self, excinfo):
        # pytest interrupts itself when a file did not load; that is told already.
        self._interrupted = type(excinfo.value).__name__ != "Interrupted"

    def _end_crashed(self):
        """pytest-xdist ends a test that took its worker with it by a failed report alone."""
        for nodeid, stages in self._stages.items():
            failed = [stage for stage in stages if stage.outcome == "failed"]
            if failed and nodeid not in self._ended:
                self._ended.add(nodeid)
                message = "\n".join(_last_lines(stage.longreprtext) for stage in failed)
                self._report.add_test(*self._place(nodeid), "failed", message, inside=nodeid in self._production)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session):
        self._end_crashed()
        missing = [id for id in self._expected or [] if id not in self._ended]
        # pytest stops by itself before the first test when a file did not load.
        if missing and not (self._report.has_failures() and not self._ended):
            more = "" if len(missing) == 1 else ", and %d more" % (len(missing) - 1)
            self._report.add_problem("", "the test %s was collected and never ran%s" % (missing[0], more))
        elif session.shouldfail or (session.shouldstop and self._ended):
            self._report.add_problem("", "pytest stopped early: %s" % (session.shouldfail or session.shouldstop))

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self):
        self._report.end(self._interrupted)


def _describe(stage, root):
    if stage.outcome == "rerun":
        return "it was run again after a failure: " + _crash(stage, root)
    return ("" if stage.when == "call" else "%s: " % stage.when) + _crash(stage, root)


def _crash(stage, root):
    """What was raised and where, without the source around it."""
    crash = getattr(stage.longrepr, "reprcrash", None)
    if crash is None:
        return _last_lines(stage.longreprtext)
    # A test may have gone to another folder, and removed it.
    path = os.path.relpath(crash.path, root) if os.path.isabs(crash.path) else crash.path
    return "%s\n%s:%d" % (crash.message, path, crash.lineno)


def _last_lines(text):
    return "\n".join(text.strip().splitlines()[-8:])
