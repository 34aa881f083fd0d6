#!/usr/bin/env bash
# jest 30.5.2, vitest 5.1.2, Node 26.10.0, mocha 12.0.3, jasmine 7.0.0, @cucumber/cucumber 13.3.0 and qunit 3.0.0
# (npm), a failing test that is asked for by its own name, 2026-11-30.
#
# Guess: the name as it is printed finds the test, and if not, a run of no test is an error.
# Behaviour: for all but qunit the name is a regular expression, so "+" and brackets in it match something else. Six of
# seven then run nothing and end with 0: the broken test is green. For Node the file itself is "pass 1".
# Seen ('adds 1+1 (fast)', which throws; exit code with the name, and with the name escaped):
#   jest      0, 2 skipped      1      jasmine     0, 0 specs        3
#   vitest    0, 2 skipped      1      cucumber    0, 0 scenarios    1
#   node      0, pass 1         1      qunit       1, it fails       1, for it finds nothing
#   mocha -g  0, 0 passing      1
#
# Why it matters: an agent copies the name of the failing test into -t, sees exit code 0 after each edit, and says that it
# is fixed. Escape the name (mocha has -f), and want exactly one test that ran.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error jest@30.5.2 vitest@5.1.2 vite@8.3.8 node@26.10.0 mocha@12.0.3 jasmine@7.0.0 @cucumber/cucumber@13.3.0 qunit@3.0.0 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export PATH="$dir/node_modules/.bin:$PATH" NO_COLOR=1
unset FORCE_COLOR
name='adds 1+1 (fast)' escaped='adds 1\+1 \(fast\)'
mkdir features
echo '{"jest":{"transform":{}}}' >package.json
body() { printf "%s('%s', () => { throw new Error('broken'); });\n%s('other', (assert) => %s);\n" "$1" "$name" "$1" "${2:-{\}}"; }
body test >jest.test.js
{ echo "import { test } from 'vitest';"; body test; } >vitest.spec.mjs
{ echo "import { test } from 'node:test';"; body test; } >node.mjs
body it '{}' | sed 's/(assert)/()/' >classic.cjs
body QUnit.test 'assert.ok(true)' >qunit.cjs
printf 'Feature: f\n  Scenario: %s\n    Given broken\n  Scenario: other\n    Given fine\n' "$name" >features/a.feature
printf "const { Given } = require('@cucumber/cucumber');\nGiven('broken', () => { throw new Error('x'); });\nGiven('fine', () => {});\n" >steps.cjs
ask() {
  local code=0
  timeout 60 "$@" >out 2>&1 </dev/null || code=$?
  printf '%s' "$code"
}
says() { grep -m 1 -oE "$1" out | tr -s ' ' || echo -; }
both() {
  local label=$1 pattern=$2 option=$3 first words
  shift 3
  first=$(ask "$@" "$option=$name")
  words=$(says "$pattern")
  echo "$label: $first, $words; $(ask "$@" "$option=$escaped")"
}
seen=$(
  both jest '[0-9]+ skipped, 2 total' --testNamePattern jest jest.test.js
  both vitest '2 skipped' --testNamePattern vitest run vitest.spec.mjs
  both mocha '[0-9]+ passing' --grep mocha classic.cjs
  both jasmine '[0-9]+ specs, ' --filter jasmine classic.cjs
  both cucumber '[0-9]+ scenarios' --name cucumber-js -r steps.cjs
)
node() { command node --test "$1" node.mjs; }
export -f node
seen="$seen
$(both node 'pass [0-9]+' --test-name-pattern bash -c 'node "$1"' -)
$(ask qunit qunit.cjs --filter "$name"), $(says 'not ok [0-9]+ adds'); $(ask qunit qunit.cjs --filter "$escaped"), $(says 'No tests matched')"
echo "$seen"
is 'runners' "$seen" 'jest: 0, 2 skipped, 2 total; 1
vitest: 0, 2 skipped; 1
mocha: 0, 0 passing; 1
jasmine: 0, 0 specs, ; 3
cucumber: 0, 0 scenarios; 1
node: 0, pass 1; 1
1, not ok 1 adds; 1, No tests matched'
