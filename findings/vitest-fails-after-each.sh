#!/usr/bin/env bash
# vitest 5.1.2 (npm; November 2026) on Node 26.10, test.fails and hooks, 2026-11-28.
#
# Guess: test.fails says that the body of the test fails; a broken afterEach hook is an error whatever
# the test is.
# Behaviour: the hook's error counts as the expected failure. A test.fails whose body passes is red
# ("Expect test to fail") until an afterEach around it breaks, and is then green. An ordinary test
# under the same hook fails.
# Seen:
#   test.fails, body passes:                         failed (exit 1)
#   the same under an afterEach that throws:         passed (exit 0)
#   test under an afterEach that throws:             failed (exit 1)
# The page on test.fails speaks of the assertion that fails.
#
# Why it matters: a test that documents a known bug tells when the bug is gone, by turning red. A
# clean-up that breaks in the same change hides that: nothing is red, and the hook's error is in no
# report. The line of sums counts "expected fail" apart; JSON and JUnit say passed.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error vitest@5.1.2 node@26.10.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export PATH="$dir/node_modules/.bin:$PATH"
hook="afterEach(() => { throw new Error('the clean-up is broken'); });"
run() {
  { echo "import { afterEach, test } from 'vitest';"; echo "$1"; } >s.test.mjs
  code=0
  vitest run --reporter=json --outputFile=report.json >/dev/null 2>&1 || code=$?
  echo "$(node -p 'JSON.parse(require("fs").readFileSync("report.json", "utf8")).testResults[0].assertionResults[0].status') (exit $code)"
}

plain=$(run "test.fails('t', () => {});")
hooked=$(run "$hook test.fails('t', () => {});")
ordinary=$(run "$hook test('t', () => {});")
printf 'test.fails: %s\nunder the hook: %s\ntest under the hook: %s\n' "$plain" "$hooked" "$ordinary"
is 'test.fails' "$plain" 'failed (exit 1)'
is 'test.fails under the hook' "$hooked" 'passed (exit 0)'
is 'test under the hook' "$ordinary" 'failed (exit 1)'
