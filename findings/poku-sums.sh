#!/usr/bin/env bash
# poku 4.5.0 (npm; September 2026), its line of sums, 2026-11-28.
#
# Guess: PASS, FAIL, SKIP and TODO count the same thing, so they add up to the number of tests.
# Behaviour: PASS and FAIL count files; SKIP and TODO count tests. A file with three tests that fail is
# FAIL 1, a file without any test is PASS 1, and one file with a skipped and a to-do test is counted
# three times. An unknown name for --reporter is no error: the default one prints.
# Seen, from one file with one passing, two skipped and one to-do test, and one file without a test:
#   Files › 2    PASS › 2  FAIL › 0  SKIP › 2  TODO › 1      (exit 0, also with --reporter=tap)
#
# Why it matters: a reader that takes the four numbers for states of tests counts five of four, and
# sees "2 passed" where one test passed and one file was empty. There is no machine-readable reporter
# to ask instead: --reporter=tap and --reporter=junit are taken without a word and print the same text.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error poku@4.5.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export NO_COLOR=1
echo '{"type":"module"}' >package.json
mkdir tests
cat >tests/some.test.js <<'JS'
import { assert, test } from 'poku';
test('passes', () => assert(true));
test.skip('one', () => assert(false));
test.skip('two', () => assert(false));
test.todo('later');
JS
echo 'console.log("no test here");' >tests/none.test.js

for reporter in poku tap; do
  code=0
  node_modules/.bin/poku --reporter="$reporter" tests >said 2>/dev/null || code=$?
  sums=$(sed 's/\x1b\[[0-9;]*m//g' said | grep -oE '(PASS|FAIL|SKIP|TODO) › [0-9]+' | paste -sd, -)
  echo "--reporter=$reporter: $sums (exit $code)"
  is "sums with --reporter=$reporter" "$sums" 'PASS › 2,FAIL › 0,SKIP › 2,TODO › 1'
  is 'exit code' "$code" 0
done
