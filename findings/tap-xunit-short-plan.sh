#!/usr/bin/env bash
# tap-xunit 2.4.1 (npm; its program is `tap-xunit`), 2026-11-28.
#
# Guess: a run that ends before its plan fails in the XML or by the exit code; a run that bails out
# leaves a report that says so.
# Behaviour: two points of a plan of three are a green report with exit code 0. A run that bails out
# has exit code 1 and no output at all, not even for the tests that failed before it. A to-do that
# passes, which TAP counts as ok and reports as news, is <skipped/>.
# Seen:
#   "1..3", "ok 1 - a", "ok 2 - b"               ->  <testsuite tests="2" failures="0" …> (exit 0)
#   "not ok 1 - a", "Bail out! the disk is full" ->  nothing (exit 1)
#   "ok 1 - later # TODO soon"                   ->  <testcase name="#1 later"> <skipped/>
#
# Why it matters: of the two ways in which a TAP run breaks off, one becomes a green report and the
# other an empty file. Names get "#N " in front, the point's number: they change when a test is added
# before them, so that a reader which follows tests by name over time sees others.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error tap-xunit@2.4.1 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

code=0
short=$(printf 'TAP version 13\n1..3\nok 1 - a\nok 2 - b\n' | node_modules/.bin/tap-xunit) || code=$?
echo "$short (exit $code)"
is 'exit code of a short run' "$code" 0
is 'sums of a short run' "$(grep -o '<testsuite [^>]*>' <<<"$short")" '<testsuite tests="2" failures="0" errors="0" name="Default">'

code=0
bail=$(printf 'TAP version 13\nnot ok 1 - a\nBail out! the disk is full\n' | node_modules/.bin/tap-xunit) || code=$?
echo "bailed out: \"$bail\" (exit $code)"
is 'exit code after a bail out' "$code" 1
is 'output after a bail out' "$bail" ''

todo=$(printf 'TAP version 13\nok 1 - later # TODO soon\n1..1\n' | node_modules/.bin/tap-xunit)
echo "$todo"
is 'a to-do that passes' "$(tr -d '\n ' <<<"$todo" | grep -o '<testcase.*</testcase>')" '<testcasename="#1later"><skipped/></testcase>'
