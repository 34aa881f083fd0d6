#!/usr/bin/env bash
# flaky 3.7.0 with pytest 7.2.1 (Debian 12, packages python3-flaky and python3-pytest), its JUnit, 2026-11-30.
#
# Guess: a test that failed, and passed when it was run again, is one case, or has its failed attempts as failures or
# reruns in the file.
# Behaviour: each attempt is a case of the same name, and an attempt that failed is a case without anything in it: a
# pass. So is one whose setup failed. Only a failure that no attempt is left for is a failure. The sum of the suite
# counts tests, not cases.
# Seen:
#   passes at the second attempt           2 cases, both passes
#   its setup fails, then not              2 cases, both passes
#   needs 2 passes of 3, fails once        3 cases, all passes
#   always fails                           2 cases: a pass, a failure
#   the file   tests="4" failures="1", and nine cases        pytest   1 failed, 3 passed
#
# Why it matters: the file cannot say that a test is flaky, and a reader that keeps one case of each name, or any that
# passed, takes a test that always fails for a pass. Count the cases of one name: more than one is a retry.
set -euo pipefail
python=/usr/bin/python3
[ -x "$python" ] && "$python" -c 'import flaky, pytest' 2>/dev/null || { echo 'python3-flaky or python3-pytest is not installed'; exit 77; }
dpkg-query -W -f '${Package} ${Version}\n' python3-flaky python3-pytest 2>/dev/null || true
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >test_sum.py <<'PY'
import itertools
import pytest
from flaky import flaky
tries = {name: itertools.count() for name in ['second', 'up', 'two']}
@flaky
def test_second():
    assert next(tries['second']) == 1
@pytest.fixture
def up():
    if next(tries['up']) == 0:
        raise Exception('it is down')
@flaky
def test_setup(up):
    pass
@flaky(max_runs=3, min_passes=2)
def test_two():
    assert next(tries['two']) != 1
@flaky
def test_never():
    assert False
PY
code=0
"$python" -m pytest -q -p no:cacheprovider --junitxml=report.xml test_sum.py >out 2>&1 || code=$?
cat >cases.py <<'PY'
import xml.etree.ElementTree as tree
suite = tree.parse('report.xml').getroot().find('testsuite')
print(' '.join(f'{name}={suite.get(name)}' for name in ['tests', 'failures', 'errors']))
for case in suite:
    print(case.get('name'), *(each.tag for each in case))
PY
seen=$("$python" cases.py)
said=$(tail -n 1 out | sed -E 's/ in .*//')
echo "$seen"
echo "pytest: $said, exit code $code"
is 'cases' "$seen" 'tests=4 failures=1 errors=0
test_second
test_second
test_setup
test_setup
test_two
test_two
test_two
test_never
test_never failure'
is 'pytest' "$said $code" '1 failed, 3 passed 1'
