#!/usr/bin/env bash
# deno 2.9.6 (npm package `deno`; 2026) running files with node:test, --junit-path, 2026-11-28.
#
# Guess: a case of the JUnit report stands in the suite of the file that it was written in.
# Behaviour: what is inside a describe of node:test is a step that deno's own shim starts, so it stands
# in a suite called ext:deno_node/testing.ts, with that as its classname and a line of the shim. The
# files' own suites hold the outermost names only. Cases of the same describe and test in two files are
# two cases of one suite, class and name: here one failed and one passed. A failing test is two
# failures, its own and that of its describe. it.todo and it.skip are both <skipped/>.
# Seen, from two files with one describe("d") and one it("works"), of which one fails:
#   ./a_test.ts: d     ./b_test.ts: d (failure)     ext:deno_node/testing.ts: d > works, d > works (failure)
#
# Why it matters: the file of a failing test cannot be read from its case, and a reader that knows tests
# by suite, class and name sees a flaky one. The counts are not those of node --test for the same files.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error deno@2.9.6 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export DENO_DIR="$dir/cache" DENO_NO_UPDATE_CHECK=1 NO_COLOR=1 PATH="$dir/node_modules/.bin:$PATH"
mkdir work
cd work
echo "import { describe, it } from 'node:test'; describe('d', () => { it('works', () => {}); });" >a_test.ts
sed "s/() => {})/() => { throw new Error('no'); })/" a_test.ts >b_test.ts

code=0
deno test --no-check --junit-path=report.xml a_test.ts b_test.ts >/dev/null 2>&1 || code=$?
cases=$(grep -oE '<testcase name="[^"]*" classname="[^"]*"' report.xml | sed -E 's/.*name="([^"]*)" classname="([^"]*)"/\2: \1/' | sort)
suites=$(grep -oE '<testsuite name="[^"]*"' report.xml | sort | cut -d'"' -f2 | paste -sd' ' -)
failures=$(grep -c '<failure ' report.xml)
echo "$cases"
echo "suites: $suites; $failures failures (exit $code)"
is 'cases' "$cases" './a_test.ts: d
./b_test.ts: d
ext:deno_node/testing.ts: d &gt; works
ext:deno_node/testing.ts: d &gt; works'
is 'suites' "$suites" './a_test.ts ./b_test.ts ext:deno_node/testing.ts'
is 'failures for one failing test' "$failures" 2
