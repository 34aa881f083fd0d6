#!/usr/bin/env bash
# vitest 5.1.2 (npm; 2026) with typescript 5.9.3, vitest run --typecheck, on Node 22.23.3, 2026-11-29.
#
# Guess: an error of types in a source file, which fails the run, is a failure in every report.
# Behaviour: the run exits with 1. The JSON report says success: true, no failed test, no failed suite.
# TAP is one ok point. JUnit has a second suite, "vitest unhandled errors", with a case for the error,
# which is counted in tests and errors: 2 tests where there is one.
# Seen, one type test that passes and one source with an error:
#   exit code 1
#   json    success: true, 1 passed, 0 failed, 1 suite passed
#   tap     ok 1 - is a number, no "not ok"
#   junit   tests="2" failures="0" errors="1", case "Unhandled Source Error: …"
#
# Why it matters: three reports of one run disagree, and two are green. The exit code has to take part,
# and a case of that suite is no test: it is gone when the error is.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error vitest@5.1.2 typescript@5.9.3 node@22.23.3 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }
export PATH="$dir/node_modules/node/bin:$dir/node_modules/.bin:$PATH" NO_COLOR=1

mkdir src test
echo '{"compilerOptions":{"strict":true,"module":"nodenext","target":"es2022","skipLibCheck":true,"types":[],"noEmit":true},"include":["src","test"]}' >tsconfig.json
node -e 'const fs = require("fs"); const it = JSON.parse(fs.readFileSync("package.json")); fs.writeFileSync("package.json", JSON.stringify({ ...it, type: "module" }))'
echo 'export const sum = (one: number): number => "x";' >src/sum.ts
cat >test/sum.test-d.ts <<'TS'
import { expectTypeOf, test } from 'vitest'
import { sum } from '../src/sum.js'
test('is a number', () => { expectTypeOf(sum).returns.toEqualTypeOf<number>() })
TS
code=0
node node_modules/vitest/vitest.mjs run --typecheck.only --reporter=json --outputFile.json=out.json \
  --reporter=junit --outputFile.junit=out.xml >said 2>&1 || code=$?
node node_modules/vitest/vitest.mjs run --typecheck.only --reporter=tap >out.tap 2>&1 || true
json=$(node -p 'const it = JSON.parse(require("fs").readFileSync("out.json")); [it.success, it.numPassedTests, it.numFailedTests, it.numFailedTestSuites].join(" ")')
junit=$(grep -o '<testsuites [^>]*errors="[0-9]*"' out.xml | sed 's/.*\(tests="[0-9]*"\)/\1/')
points=$(grep -oE '^ *(not )?ok [0-9]+ - is a number' out.tap | tr -s ' ' | sed 's/^ //')
case=$(grep -c 'name="Unhandled Source Error: ' out.xml || true)
printf 'exit %s\njson   %s\njunit  %s, %s case\ntap    %s\n' "$code" "$json" "$junit" "$case" "$points"
is 'exit code' "$code" 1
is 'json' "$json" 'true 1 0 0'
is 'junit' "$junit" 'tests="2" failures="0" errors="1"'
is 'cases of the error' "$case" 1
is 'points' "$points" 'ok 1 - is a number'
is 'points that fail' "$(grep -c 'not ok' out.tap || true)" 0
