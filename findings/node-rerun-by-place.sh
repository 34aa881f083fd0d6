#!/usr/bin/env bash
# Node 26.10.0 (npm package `node`; November 2026), node --test --test-rerun-failures, 2026-11-30.
#
# Guess: the file of the option remembers which tests passed by their names, or by the text of their
# file. A test that is new, or was edited, runs.
# Behaviour: a test is known by its file, line and column. Where a passed test stood, any other test is
# passed: it gets another name, its body asserts what is false, and it is not called. The reporter says
# "passed on attempt 0", and the run ends with 0.
# Seen, "one" passes and "two" fails in the first run; then "one" is replaced by a broken test on the same
# line, and "two" is repaired:
#   with the file of the first run     2 pass, 0 fail (exit 0), the broken test was not called
#   with a new file                    1 pass, 1 fail (exit 1)
# Node's page on the option says that a test is known by its place, and asks for a suite that does not move.
#
# Why it matters: a loop that repairs tests edits them between two attempts, and then the green run has a
# test that never ran. Remove the file of the option after each edit, or do not use it in a gate.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error node@26.10.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export PATH="$dir/node_modules/.bin:$PATH"
unset NODE_OPTIONS
head="import { test } from 'node:test'; import assert from 'node:assert';"
run() {
  local code=0
  node --test --test-reporter=spec --test-rerun-failures="$1" t.test.mjs >said 2>&1 || code=$?
  echo "$(grep -oE '(pass|fail) [0-9]+$' said | paste -sd' ' -), exit $code$(grep -q 'was called' said && echo ', called')"
}
printf '%s\n' "$head" "test('one', () => {});" "test('two', () => { assert.equal(1, 2); });" >t.test.mjs
first=$(run state.json)
printf '%s\n' "$head" "test('broken', () => { console.log('was called'); assert.equal(1, 3); });" "test('two', () => {});" >t.test.mjs
second=$(run state.json)
afresh=$(run other.json)
printf 'first: %s\nafter the edit: %s\nwith a new file: %s\n' "$first" "$second" "$afresh"
is 'first' "$first" 'pass 1 fail 1, exit 1'
is 'after the edit' "$second" 'pass 2 fail 0, exit 0'
is 'with a new file' "$afresh" 'pass 1 fail 1, exit 1, called'
