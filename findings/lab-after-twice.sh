#!/usr/bin/env bash
# @hapi/lab 26.0.1 (npm; 2026), reporter `junit`, an `after` that throws and a leaked global, 2026-11-29.
#
# Guess: tests that passed stay passed when the `after` of their block throws, with one entry more for
# the hook; a leaked global variable, which ends lab with 1, is in the report.
# Behaviour: each test of that block is written twice, under one name, both times as a failure without a
# message. tests="5" for 3 tests; errors="4" of the suite counts cases, errors="1" of the root the hook.
# The error of the hook itself is nowhere. A leak is nowhere either: the report is all green.
# Seen:
#   after throws:  tests="5" errors="1" failures="2"; 2 tests with 4 failures, 4 empty messages   (exit 1)
#   leak:          tests="1" errors="0" failures="0"                                              (exit 1)
#
# Why it matters: a reader that counts by name and one that counts cases disagree, the cause can be read
# nowhere, and code that works is reported as broken. The exit code has to be held against the report.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error @hapi/lab@26.0.1 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >after.js <<'JS'
const { after, describe, it } = exports.lab = require('@hapi/lab').script();
describe('server', () => { after(() => { throw new Error('did not stop'); }); it('answers', () => {}); it('closes', () => {}); });
describe('other', () => { it('answers', () => {}); });
JS
cat >leak.js <<'JS'
const { describe, it } = exports.lab = require('@hapi/lab').script();
describe('leak', () => { it('passes', () => { globalThis.leaked = 1; }); });
JS
run() {
  local code=0
  node_modules/.bin/lab --reporter junit "$1.js" >"$1.xml" 2>/dev/null || code=$?
  echo "$(grep -oE '<testsuites tests="[0-9]+" errors="[0-9]+" failures="[0-9]+"' "$1.xml"), exit $code"
}
after=$(run after)
leak=$(run leak)
cases=$(grep -oE 'classname="server" name="[a-z]+"' after.xml | sort | uniq -c | sed 's/^ *//' | paste -sd, -)
empty=$(grep -c '<failure message="" type="">' after.xml)
printf 'after: %s; %s; %s empty failures\nleak: %s\n' "$after" "$cases" "$empty" "$leak"
is 'after throws' "$after" '<testsuites tests="5" errors="1" failures="2", exit 1'
is 'cases' "$cases" '2 classname="server" name="answers",2 classname="server" name="closes"'
is 'empty failures' "$empty" 4
is 'the hook in the report' "$(grep -c 'did not stop' after.xml || true)" 0
is 'leak' "$leak" '<testsuites tests="1" errors="0" failures="0", exit 1'
