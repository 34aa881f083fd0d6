#!/usr/bin/env bash
# lcov-result-merger 6.0.0 with the lcov of Node 26.10.0 (npm packages; 2026), 2026-11-29.
#
# Guess: in the merged report of two test files a branch was taken if one of the two took it. What
# neither of them took stays not taken.
# Behaviour: V8 writes a branch only where its count differs from the block around it, and Node numbers
# what is left of a line from 0. So the same number is one branch in the first report and another in the
# second. The merger adds counts by line and number. With three ifs on a line, of which the middle one
# is never true, each file misses a branch and the merged report misses none.
# Seen (both files call the same function of one line):
#   one: BRF:4 BRH:3   two: BRF:4 BRH:3   merged: BRF:4 BRH:4   one run of both: BRF:5 BRH:4
# The lcov of c8 12.0.0 gives the same numbers. In the format (geninfo's page) the numbers of block and
# branch are the name of a branch; here they are its place in one run.
#
# Why it matters: shards are merged so, and a gate of 100 % of the branches is met by code of which one
# branch never ran. Merge what V8 wrote (c8 report over one folder), or gate on lines, or measure in
# one run.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error lcov-result-merger@6.0.0 node@26.10.0 >/dev/null
unset NODE_EXTRA_CA_CERTS NODE_OPTIONS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export PATH="$dir/node_modules/.bin:$PATH"
mkdir work
cd work
echo "exports.f = (x, y, z) => { let s = ''; if (x) { s += 'x'; } if (y) { s += 'y'; } if (z) { s += 'z'; } return s; };" >f.cjs
calls() { echo "require('node:test').test('t', () => { const { f } = require('./f.cjs'); $1 });"; }
calls 'f(1, 0, 1); f(0, 0, 1);' >one.test.cjs
calls 'f(1, 0, 1); f(1, 0, 0);' >two.test.cjs
cover() {
  local to=$1
  shift
  node --test --experimental-test-coverage --test-coverage-exclude='**/*.test.cjs' \
    --test-reporter=lcov --test-reporter-destination="$to.info" "$@"
}
sums() { grep -E '^BR[FH]:' "$1" | paste -sd' ' -; }

cover one one.test.cjs
cover two two.test.cjs
lcov-result-merger '{one,two}.info' merged.info
cover both one.test.cjs two.test.cjs
for report in one two merged both; do echo "$report: $(sums $report.info)"; done
is 'the first' "$(sums one.info)" 'BRF:4 BRH:3'
is 'the second' "$(sums two.info)" 'BRF:4 BRH:3'
is 'merged' "$(sums merged.info)" 'BRF:4 BRH:4'
is 'one run' "$(sums both.info)" 'BRF:5 BRH:4'
