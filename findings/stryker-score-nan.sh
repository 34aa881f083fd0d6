#!/usr/bin/env bash
# @stryker-mutator/core 10.1.1 (npm; autumn 2026) on Node 26.10.0, thresholds.break, 2026-11-30.
#
# Guess: with "break": 90 a run without a single mutant is an error, or a score of 0, which is below 90.
# Behaviour: the score is NaN, and "greater than or equal to" 90. A pattern in `mutate` that fits no file, as
# after a folder was renamed, and mutants that are all excluded, end with 0. The tests need not even
# assert anything.
# Seen, one source, a test without an assertion, break 90:
#   mutate src/**/*.js              score 0.00, exit 1
#   mutate lib/**/*.js (no file)    "Final mutation score of NaN is greater than or equal to break threshold 90", exit 0
#   all mutators excluded           the same line, exit 0
# Stryker's page on the config says that the run fails when the score is lower than break.
#
# Why it matters: this is the gate over the tests themselves, and it opens for good when the sources move.
# Read the number of mutants in the JSON report, and refuse a run with none.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error @stryker-mutator/core@10.1.1 node@26.10.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export PATH="$dir/node_modules/.bin:$PATH" NO_COLOR=1
mkdir -p work/src
cd work
echo '{ "type": "module", "scripts": { "test": "node t.mjs" } }' >package.json
echo 'export const add = (a, b) => a + b;' >src/add.js
echo "import './src/add.js';" >t.mjs
run() {
  local code=0
  echo "{ \"testRunner\": \"command\", \"reporters\": [], \"concurrency\": 1, \"thresholds\": { \"break\": 90 }, $1 }" >stryker.conf.json
  stryker run stryker.conf.json >said 2>&1 </dev/null || code=$?
  echo "$(grep -oE 'mutation score (of )?[0-9.NaN]+' said), exit $code"
}
all=$(run '"mutate": ["src/**/*.js"]')
none=$(run '"mutate": ["lib/**/*.js"]')
excluded=$(run '"mutate": ["src/**/*.js"], "mutator": { "excludedMutations": ["ArithmeticOperator", "ArrowFunction"] }')
printf 'all: %s\nno file: %s\nall excluded: %s\n' "$all" "$none" "$excluded"
is 'all' "$all" 'mutation score 0.00, exit 1'
is 'no file' "$none" 'mutation score of NaN, exit 0'
is 'all excluded' "$excluded" 'mutation score of NaN, exit 0'
