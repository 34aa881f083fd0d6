#!/usr/bin/env bash
# tap 21.8.0 with its built-in `--reporter=junit` (npm; 2026) on Node 20, 22 or later, 2026-11-30.
#
# Guess: the report that a runner writes of itself has <skipped> where its own TAP has # SKIP and # TODO, its
# `tests` is the number of cases, and a file that does not load is an error in it.
# Behaviour: a test that is skipped or todo is a case without a result, which is a pass for every reader; only a
# property in it says so. An assertion that is skipped is a <failure>, though the run is good. A file that
# does not load is a suite without a case, with skipped="1". Each suite counts itself once more in `tests`.
# Seen (exit code; cases, with <failure>, with <skipped>; sums of the root):
#   one test, one skipped, one todo    0; 4 cases, 0 failures, 0 skipped; tests="7" failures="0" skipped="3"
#   one skipped assertion              0; 2 cases, 1 failure, 0 skipped; tests="5" failures="1" skipped="2"
#   a file that does not load          1; 0 cases; tests="2" failures="1" skipped="1"
#
# Why it matters: in CI's list of tests the todo of yesterday is green, and the broken file is not there. Take
# the TAP of the same runner, or read the properties.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error tap@21.8.0 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

mkdir work
cd work
echo '{}' >package.json
cat >off.test.js <<'JS'
const t = require('tap');
t.test('adds', (t) => { t.equal(1, 1); t.end(); });
t.test('is skipped', { skip: true }, (t) => { t.end(); });
t.test('is todo', { todo: true }, (t) => { t.equal(1, 2); t.end(); });
JS
cat >assertion.test.js <<'JS'
require('tap').test('has one', (t) => { t.ok(false, 'off', { skip: true }); t.end(); });
JS
echo "require('tap'); require('./nowhere.js');" >broken.test.js
count() { grep -oE "$1" report.xml | wc -l; }
report() {
  local code=0
  ../node_modules/.bin/tap --disable-coverage --reporter=junit "$1" >report.xml 2>/dev/null || code=$?
  local sums
  sums=$(grep -oE '<testsuites .*' report.xml | grep -oE '(tests|failures|skipped)="[0-9]+"' | paste -sd' ' -)
  echo "$code; $(count '<testcase') cases, $(count '<failure') failures, $(count '<skipped') skipped; $sums"
}
off=$(report off.test.js)
assertion=$(report assertion.test.js)
broken=$(report broken.test.js)
printf 'off: %s\nan assertion: %s\nbroken: %s\n' "$off" "$assertion" "$broken"
is 'off' "$off" '0; 4 cases, 0 failures, 0 skipped; tests="7" failures="0" skipped="3"'
is 'an assertion' "$assertion" '0; 2 cases, 1 failures, 0 skipped; tests="5" failures="1" skipped="2"'
is 'broken' "$broken" '1; 0 cases, 0 failures, 0 skipped; tests="2" failures="1" skipped="1"'
