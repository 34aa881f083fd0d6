"""How a test of pytest failed (rule 2.5): at an assertion, by an error of its own, or by what the code may correct."""

import re

_ASSERTION = re.compile(r"(?:AssertionError\b|assert\b|Failed: )")
# A member that a stub lacks is no error of the test; an assertion that unittest lacks is.
_OWN = re.compile(
    r"(?:NameError|UnboundLocalError|ImportError|ModuleNotFoundError): "
    r"|AttributeError: '\w+' object has no attribute 'assert\w+'"
)


def judge_failures(stages, file):
    """Of all stages of one test that failed: an error of its own shows that it is wrong, whatever the others are."""
    found = [_judge(stage, file) for stage in stages]
    if "own_error" in found:
        return "own_error"
    return "assertion" if all(each == "assertion" for each in found) else None


def _judge(stage, file):
    if type(stage.longrepr).__name__ == "FixtureLookupErrorRepr":
        return "own_error"
    crash = getattr(stage.longrepr, "reprcrash", None)
    if stage.outcome != "failed" or crash is None:
        return None
    if _ASSERTION.match(crash.message):
        return "assertion"
    return "own_error" if crash.path == file and _OWN.match(crash.message) else None
