#!/usr/bin/env bash
# tap-junit 5.0.4 (npm), 2026-11-28.
#
# Guess: failures="N" in the JUnit report counts the <failure> elements below it.
# Behaviour: it is the `fail` of the TAP parser, which counts other things: a point that is
# "not ok … # SKIP" is a failure in the sum and <skipped/> in the case; points that the plan names and
# that never came are one failure in the sum and nowhere else, and `tests` counts the ones that came.
# Seen:
#   "not ok 1 - s # SKIP no db", "1..1"   ->  failures="1", <testcase name="s" …><skipped/>
#   "1..3", "ok 1 - a", "ok 2 - b"        ->  tests="2" failures="1", two cases that pass
# Both exit with 0.
#
# Why it matters: a reader that checks the sums (as it should, to find reports that were cut) refuses
# the first report, which is whole and green by TAP; a reader that only looks at the cases calls the
# second one green, where a test is missing. Both numbers are needed, and they mean different things.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error tap-junit@5.0.4 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

skipped=$(printf 'TAP version 13\nnot ok 1 - s # SKIP no db\n1..1\n' | node_modules/.bin/tap-junit)
echo "$skipped"
is 'sums with a skipped point' "$(grep -o '<testsuites [^>]*>' <<<"$skipped")" '<testsuites tests="1" name="Tap-Junit" failures="1">'
is 'the skipped case' "$(grep -o '<testcase.*</testcase>' <<<"$skipped")" '<testcase name="s" id="1"><skipped/></testcase>'

short=$(printf 'TAP version 13\n1..3\nok 1 - a\nok 2 - b\n' | node_modules/.bin/tap-junit)
echo "$short"
is 'sums of a short run' "$(grep -o '<testsuites [^>]*>' <<<"$short")" '<testsuites tests="2" name="Tap-Junit" failures="1">'
is 'failures in the cases' "$(grep -c '<failure' <<<"$short" || true)" 0
