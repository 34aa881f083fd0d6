#!/usr/bin/env bash
# uvu 0.5.6 (npm), suite hooks, 2026-11-28.
#
# Guess: a suite whose before hook throws fails, and the exit code is 1.
# Behaviour: no test of the suite runs, the suite is drawn without a mark of failure, the sums say how
# many tests there were and that none passed, and the exit code is 0. The error is printed nowhere.
# An after hook that throws ends the whole process instead, so that suites after it do not run.
# Seen:
#   before: s (0 / 2)   Total: 2   Passed: 0   Skipped: 0     (exit 0)
#   after:  the stack of the error, no sums                    (exit 1)
# The page of the package describes the order of hooks, not what happens when one throws.
#
# Why it matters: by exit code and by "no failure is listed" the run is green, with no test run at all.
# Passed + Skipped < Total is the only trace. A tool that reads uvu has to compare the sums, and must
# not take an exit code of 0 for anything.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error uvu@0.5.6 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >before.mjs <<'JS'
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
const s = suite('s');
s.before(() => { throw new Error('no database'); });
s('one', () => assert.is(1, 1));
s('two', () => assert.is(1, 2));
s.run();
JS
sed 's/before/after/; s/(1, 2)/(2, 2)/' before.mjs >after.mjs
run() {
  code=0
  FORCE_COLOR=0 node "$1" >said 2>&1 || code=$?
  sums=$(grep -E '^ *(Total|Passed|Skipped):' said | tr -d ' ' | paste -sd, -) || true
  echo "$1: \"$sums\", the error is told $(grep -c 'Error: no database' said || true) times (exit $code)"
}

run before.mjs
is 'sums, before hook' "$sums" 'Total:2,Passed:0,Skipped:0'
is 'exit code, before hook' "$code" 0
is 'lines with the error' "$(grep -c 'no database' said || true)" 0
run after.mjs
is 'sums, after hook' "$sums" ''
is 'exit code, after hook' "$code" 1
