#!/usr/bin/env bash
# tap-junit 5.0.4 (npm), 2026-11-28.
#
# Guess: "Bail out!" is an <error> or a <failure> in the JUnit report, or the exit code is 1: TAP says
# that the whole run failed, whatever was ok before.
# Behaviour: the line vanishes. The report holds the points before it, failures="0", and the exit code
# is 0. A "not ok … # TODO" on the other hand, which TAP calls no failure, is a <failure>.
# Seen:
#   TAP: "ok 1 - a" "Bail out! the disk is full"  ->  <testsuites tests="1" … failures="0"> (exit 0)
#   TAP: "not ok 1 - later # TODO soon" "1..1"    ->  <testcase name="later" …><failure …/> (exit 0)
# The page of the package speaks of neither.
#
# Why it matters: who reads the JUnit report and not the TAP gets both wrong, in opposite ways: a run
# that was given up is green, and a planned to-do is red. Converting loses the one line that counts;
# a tool should read the TAP itself, or join the pipe's exit codes (pipefail), where the producer fails.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error tap-junit@5.0.4 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

code=0
bail=$(printf 'TAP version 13\nok 1 - a\nBail out! the disk is full\n' | node_modules/.bin/tap-junit) || code=$?
echo "$bail (exit $code)"
is 'exit code after a bail out' "$code" 0
is 'sums after a bail out' "$(grep -o '<testsuites [^>]*>' <<<"$bail")" '<testsuites tests="1" name="Tap-Junit" failures="0">'
is 'lines that speak of the disk' "$(grep -c disk <<<"$bail" || true)" 0

code=0
todo=$(printf 'TAP version 13\nnot ok 1 - later # TODO soon\n1..1\n' | node_modules/.bin/tap-junit) || code=$?
echo "$todo (exit $code)"
is 'a failing to-do' "$(grep -o '<testcase.*</testcase>' <<<"$todo")" '<testcase name="later" id="1"><failure message="" type="fail"/></testcase>'
is 'exit code of the to-do' "$code" 0
