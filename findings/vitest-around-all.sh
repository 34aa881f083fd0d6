#!/usr/bin/env bash
# vitest 5.1.2 (npm; 2026), hook `aroundAll`, reporter `junit`, on Node 26.10, 2026-11-29.
#
# Guess: when the end of an `aroundAll` throws, the tests of its block stay passed, and the error stands
# beside the tests, in no count of tests; a block whose `aroundAll` never runs its tests has them failed.
# Behaviour: JUnit has a test case more, with the name of the block and behind its tests: "around" beside
# "around > one". tests="4" for 2 tests. A block that was never run has its test as skipped, and such a
# case too, after all others.
# Seen:
#   around > one, never > one (skipped), around (failure), never (failure)
#   tests="4" failures="2" errors="0"                                                  (exit 1)
#
# Why it matters: a case that is there only while a hook fails looks like a test that was removed when it
# is repaired. A name is that of a block, and not of a test, if others begin with it.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error vitest@5.1.2 node@26.10.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export PATH="$dir/node_modules/.bin:$PATH" NO_COLOR=1
cat >a.test.mjs <<'JS'
import { aroundAll, describe, test } from 'vitest';
describe('around', () => { aroundAll(async (run) => { await run(); throw new Error('did not stop'); }); test('one', () => {}); });
describe('never', () => { aroundAll(async () => {}); test('one', () => {}); });
JS
code=0
vitest run --reporter=junit --outputFile=report.xml >said 2>&1 || code=$?
cases=$(grep -oE '<testcase [^>]*name="[^"]*"' report.xml | sed -E 's/.* name="([^"]*)"/\1/; s/&gt;/>/' | paste -sd, -)
sums=$(grep -oE '<testsuites .*' report.xml | grep -oE 'tests="[0-9]+" failures="[0-9]+" errors="[0-9]+"')
echo "$cases; $sums (exit $code)"
is 'cases' "$cases" 'around > one,never > one,around,never'
is 'sums' "$sums" 'tests="4" failures="2" errors="0"'
is 'exit code' "$code" 1
