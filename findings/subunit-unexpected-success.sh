#!/usr/bin/env bash
# subunit 1.4.0 (Debian 12, packages python3-subunit and subunit) with unittest of Python 3.11, 2026-11-30.
#
# Guess: `python3 -m subunit.run` ends like `python3 -m unittest`, and subunit-stats counts what unittest counts.
# Behaviour: the runner ends with 0 whatever fails. A test that was expected to fail and passes is a pass for
# subunit-stats, exit code 0, where unittest says FAILED and ends with 1; subunit2pyunit, which reads the same
# stream, says FAILED too. A setUpClass that fails leaves one test of three, which failed.
# Seen (exit codes of unittest, subunit.run, subunit-stats; its sums):
#   all pass                 0 0 0    total 3, passed 3, failed 0
#   unexpected success       1 0 0    total 3, passed 3, failed 0
#   one fails                1 0 1    total 3, passed 2, failed 1
#   setUpClass fails         1 0 1    total 1, passed 0, failed 1
#
# Why it matters: a pipe keeps the last exit code, and that is of the program which cannot see the failure. Count the
# status "uxsuccess" of the stream itself.
set -euo pipefail
python=/usr/bin/python3
[ -x "$python" ] && "$python" -c 'import subunit' 2>/dev/null && command -v subunit-stats >/dev/null || { echo 'python3-subunit or subunit is not installed'; exit 77; }
dpkg-query -W -f '${Package} ${Version}\n' python3-subunit 2>/dev/null || true
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >suite.py <<'PY'
import os
import unittest
mode = os.environ.get('MODE')
class A(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if mode == 'setup':
            raise Exception('the data base is down')
    def test_one(self):
        self.assertEqual(1, 2 if mode == 'fails' else 1)
    def test_two(self):
        pass
    def test_known(self):
        pass
if mode == 'fixed':
    A.test_known = unittest.expectedFailure(A.test_known)
PY
run() {
  export MODE=$1
  local unit=0 runner=0 stats=0 sums
  "$python" -m unittest -q suite >/dev/null 2>&1 || unit=$?
  "$python" -m subunit.run suite >stream 2>/dev/null || runner=$?
  sums=$(/usr/bin/subunit-stats <stream) || stats=$?
  echo "$1: $unit $runner $stats, $(sed -nE 's/^(Total|Passed|Failed) tests: *//p' <<<"$sums" | tr '\n' ' ')$(/usr/bin/subunit2pyunit <stream 2>&1 | grep -oE '^(OK|FAILED)' || true)"
}
seen=$(for each in passes fixed fails setup; do run $each; done)
echo "$seen"
is 'runs' "$seen" 'passes: 0 0 0, 3 3 0 OK
fixed: 1 0 0, 3 3 0 FAILED
fails: 1 0 1, 3 2 1 FAILED
setup: 1 0 1, 1 0 1 FAILED'
