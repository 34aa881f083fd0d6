#!/usr/bin/env bash
# @playwright/test 1.65.1 beside vitest 5.1.2 on Node 22.23.3 (npm; 2026), merging blob reports, 2026-11-29.
#
# Guess: the command that merges the reports of several machines exits as the run would have: with 1 if a
# test failed.
# Behaviour: vitest --merge-reports does. playwright merge-reports prints "1 failed" and exits with 0.
# Seen, one failing and one passing test:
#   playwright test 1    merge-reports 0, stats.unexpected 1
#   vitest run 1         --merge-reports 1
# The page of merge-reports does not speak of exit codes.
#
# Why it matters: where a pipeline runs shards with "continue on error" and judges at the merge, as one
# does who wants one report, Playwright's merge is green for ever. The sums of its JSON have to be read.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error @playwright/test@1.65.1 vitest@5.1.2 node@22.23.3 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }
export PATH="$dir/node_modules/node/bin:$PATH" NO_COLOR=1
code_of() { code=0; "$@" >said 2>/dev/null || code=$?; }

mkdir one two
echo '{}' | tee one/package.json >two/package.json
echo "const { test, expect } = require('@playwright/test'); test('a', () => { expect(1).toBe(2); }); test('b', () => {});" >one/a.spec.cjs
echo "import { expect, test } from 'vitest'; test('a', () => { expect(1).toBe(2); }); test('b', () => {});" >two/a.test.mjs
cd one
code_of node ../node_modules/@playwright/test/cli.js test --reporter=blob
run=$code
code_of node ../node_modules/@playwright/test/cli.js merge-reports --reporter=json blob-report
merge=$code unexpected=$(node -p 'JSON.parse(require("fs").readFileSync("said", "utf8")).stats.unexpected')
cd ../two
code_of node ../node_modules/vitest/vitest.mjs run --reporter=blob
vitest_run=$code
code_of node ../node_modules/vitest/vitest.mjs --merge-reports
printf 'playwright: run %s, merge %s, unexpected %s\nvitest: run %s, merge %s\n' "$run" "$merge" "$unexpected" "$vitest_run" "$code"
is 'playwright test' "$run" 1
is 'playwright merge-reports' "$merge" 0
is 'unexpected' "$unexpected" 1
is 'vitest run' "$vitest_run" 1
is 'vitest --merge-reports' "$code" 1
