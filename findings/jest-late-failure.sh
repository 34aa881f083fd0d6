#!/usr/bin/env bash
# jest 30.5.2 (npm), --json and the printed sums, 2026-11-28.
#
# Guess: a run that exits with 1 has `success: false`; what throws after its test has ended is told as
# an error of the run.
# Behaviour: an assertion in a timer that fires when all tests are over ends the process by an uncaught
# exception, after the reports are written. JSON says success: true with no failed test and no runtime
# error, the text says "1 passed", and the exit code is 1. The exception is on stderr, and is in no report.
# Seen:
#   {"success":true,"numFailedTests":0,"numRuntimeErrorTestSuites":0}     Tests: 1 passed     (exit 1)
# jest speaks of handles that stay open, with --detectOpenHandles, and not of this.
#
# Why it matters: the assertion that was not awaited is the one that fails, so the test is worth nothing
# and the report is green. Report and exit code contradict each other, and both are right: the code has
# to win, and the sentence that says so should point at stderr and not at a wrapper or a threshold.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error jest@30.5.2 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

echo '{ "private": true, "jest": { "transform": {} } }' >package.json
echo "test('passes', () => { setTimeout(() => { expect(1).toBe(2); }, 3000); });" >s.test.js

code=0
node_modules/.bin/jest --json --outputFile=report.json >out 2>err || code=$?
seen=$(node -p 'const { success, numFailedTests, numRuntimeErrorTestSuites } = require("./report.json");
  JSON.stringify({ success, numFailedTests, numRuntimeErrorTestSuites })')
sums=$(grep -ohE '^Tests: +1 passed' out err | tr -s ' ')
echo "$seen, $sums (exit $code); uncaught: $(grep -ohE '^JestAssertionError' err)"
is 'the report' "$seen" '{"success":true,"numFailedTests":0,"numRuntimeErrorTestSuites":0}'
is 'the sums' "$sums" 'Tests: 1 passed'
is 'exit code' "$code" 1
