"""The report of one test run, written line by line (NDJSON) from inside of pytest, sealed like ../report-file.mjs seals it.

The lines are described and checked in ../../report-lines.ts. Imports nothing but Python, since it runs in a stranger's
project, and in the process of the tests themselves.
"""

import hashlib
import hmac
import json
import os


def _take(name):
    return os.environ.pop(name, "")


def _take_key():
    """Reads the key and removes its file: whoever looks for it later finds nothing."""
    path = _take("DUALGATE_REPORT_KEY_FILE")
    if path == "":
        return b""
    with open(path, "rb") as file:
        key = file.read()
    os.remove(path)
    return key


def _text(value):
    # What is no Unicode cannot be written; a report with a replacement in it can.
    return str(value).encode("utf-8", "backslashreplace").decode("utf-8")


def open_report():
    """Begins the report. Without a file and a key (a pytest that a test started) everything goes nowhere."""
    path = _take("DUALGATE_REPORT")
    key = _take_key()
    process = os.getpid()
    sums = {"passed": 0, "failed": 0, "skipped": 0, "load_failures": 0, "unhandled_errors": 0}
    seal = hmac.new(key, digestmod=hashlib.sha256)

    def put(line):
        # At once and in order: a runner that dies takes no line with it. A fork of a test has no word.
        if path == "" or os.getpid() != process:
            return
        with open(path, "ab") as file:
            file.write(line)

    def dump(fields):
        return json.dumps(fields, separators=(",", ":"), ensure_ascii=False).encode("utf-8")

    def write(**fields):
        line = dump(fields) + b"\n"
        if os.getpid() == process:
            seal.update(line)
        put(line)

    write(type="start", v=1, seal=hmac.new(key, b"start", hashlib.sha256).hexdigest())

    class Report:
        __slots__ = ()

        def add_test(self, file, name, state, message=None, failure=None, inside=False):
            sums[state] += 1
            more = {} if message is None else {"message": _text(message)}
            if failure is not None:
                more["failure"] = failure
            if inside:
                more["inside"] = True
            write(type="test", file=_text(file), name=_text(name), state=state, **more)

        def add_load_failure(self, file, message):
            sums["load_failures"] += 1
            write(type="load_failure", file=_text(file), message=_text(message))

        def add_unhandled_error(self, file, message):
            sums["unhandled_errors"] += 1
            write(type="unhandled", file=_text(file), message=_text(message))

        def add_problem(self, file, message):
            write(type="problem", file=_text(file), message=_text(message))

        def has_failures(self):
            return sums["failed"] + sums["load_failures"] + sums["unhandled_errors"] > 0

        def end(self, interrupted):
            fields = {"type": "end", **sums, "interrupted": interrupted}
            sealed = seal.copy()
            sealed.update(dump(fields))
            put(dump({**fields, "seal": sealed.hexdigest()}) + b"\n")

    return Report()
