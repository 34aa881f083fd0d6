#!/usr/bin/env bash
# node:test of Node 26.10.0 (npm package `node`), --test-coverage-include-all, 2026-11-28.
#
# Guess: a source file that no test loads lowers the coverage: none of its functions and branches ran.
# Behaviour: it has 0 of 0 functions and 0 of 0 branches, printed as 100 %, and only its lines count as
# not covered. --test-coverage-functions=100 and --test-coverage-branches=100 are met; a threshold on
# lines is not. c8 --all gives such a file one function and one branch, both not covered: 0 %.
# Seen, beside a file that is covered whole:
#   never.cjs |   0.00 |   100.00 |  100.00 | 1-5       (thresholds of 100 for both: exit 0)
#   SF:never.cjs  FNF:0 FNH:0 BRF:0 BRH:0 LH:0 LF:5
# The command line page says that such files are included in the report.
#
# Why it matters: the option is there to show what no test touches, and a gate on functions or branches
# says 100 % of a project of which one file was never loaded. Sums over the lcov records say the same.
# Where files that were not loaded count, the gate has to be on lines.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error node@26.10.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export PATH="$dir/node_modules/.bin:$PATH"
mkdir work
cd work
echo 'exports.a = (x) => { if (x) { return 1; } return 2; };' >used.cjs
cat >never.cjs <<'JS'
exports.n = (q) => {
  if (q) { return 1; }
  return 2;
};
exports.m = () => 3;
JS
cat >s.test.cjs <<'JS'
const { test } = require('node:test');
const { a } = require('./used.cjs');
test('used', () => { a(0); a(1); });
JS
run() {
  local code=0
  node --test --experimental-test-coverage --test-coverage-include-all --test-coverage-exclude='**/*.test.cjs' \
    --test-reporter=lcov --test-reporter-destination=lcov.info "$@" s.test.cjs >/dev/null 2>&1 || code=$?
  echo "exit $code"
}

functions=$(run --test-coverage-functions=100 --test-coverage-branches=100)
record=$(sed -n '/never.cjs/,/end_of_record/p' lcov.info | grep -E '^(FN|BR|L)[FH]:' | paste -sd' ' -)
lines=$(run --test-coverage-lines=100)
echo "functions and branches 100: $functions; lines 100: $lines; never.cjs: $record"
is 'thresholds on functions and branches' "$functions" 'exit 0'
is 'threshold on lines' "$lines" 'exit 1'
is 'the record of the file' "$record" 'FNF:0 FNH:0 BRF:0 BRH:0 LH:0 LF:5'
