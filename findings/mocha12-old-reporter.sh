#!/usr/bin/env bash
# mocha 12.0.3 (npm; 2026) with mocha-junit-reporter 2.2.1 (npm, its newest), 2026-11-28.
#
# Guess: the most used JUnit reporter of mocha, whose peer range takes any mocha from 2.2.5 on, runs.
# Behaviour: it extends mocha's Base as functions did before classes, and Base is a class now:
# "Class constructor Base cannot be invoked without 'new'". No test runs, the exit code is 1, and the
# report of the run before stays where it is. npm installs the two together without a warning.
# Seen:
#   TypeError: Class constructor Base cannot be invoked without 'new'    (exit 1)
#   results.xml of an earlier run: untouched
#
# Why it matters: exit code 1 with a well-formed report in the expected place is what one failing test
# looks like. A tool that does not remove the old report before the run, or check that the file is
# newer than the start, reads yesterday's results. Any reporter of one's own that was written as a
# function falls with the step to 12 in the same way.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error mocha@12.0.3 mocha-junit-reporter@2.2.1 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

echo "it('passes', () => {});" >s.cjs
echo '<testsuites name="an earlier run"/>' >results.xml
code=0
node_modules/.bin/mocha --reporter mocha-junit-reporter --reporter-options mochaFile=results.xml s.cjs >said 2>&1 || code=$?
echo "$(grep -o 'TypeError.*' said) (exit $code)"
is 'the error' "$(grep -o 'TypeError.*' said)" "TypeError: Class constructor Base cannot be invoked without 'new'"
is 'exit code' "$code" 1
is 'the report' "$(cat results.xml)" '<testsuites name="an earlier run"/>'
