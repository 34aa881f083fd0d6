#!/usr/bin/env bash
# deno 2.9.6 (npm package `deno`; 2026), deno test with --junit-path and --reporter=tap, 2026-11-28.
#
# Guess: what makes deno test exit with 1 is in its reports.
# Behaviour: twice it is not. A Deno.test.afterAll that throws is printed as "Uncaught error" and
# "1 failed", and is neither a case nor in a sum of the JUnit report, nor a point of the TAP. The same
# holds for Deno.test.only, which fails the run whatever the test does: JUnit has the other tests as
# skipped (disabled="1"), TAP does not name them.
# Seen:
#   afterAll throws:  JUnit tests="1" failures="0" errors="0"; TAP ok 1, 1..1     (exit 1 for both)
#   Deno.test.only:   JUnit tests="2" failures="0" errors="0"; TAP ok 1, 1..1     (exit 1 for both)
#
# Why it matters: a reader of the report alone takes both for green. One that holds report and exit code
# against each other refuses them, and has to say why without being told: the reason is on stderr only.
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
echo "Deno.test.afterAll(() => { throw new Error('no'); }); Deno.test('passes', () => {});" >after_test.ts
echo "Deno.test.only('passes', () => {}); Deno.test('other', () => { throw new Error('no'); });" >only_test.ts
run() {
  local junit=0 tap=0
  deno test --no-check --junit-path=report.xml "$1" >/dev/null 2>&1 || junit=$?
  deno test --no-check --reporter=tap "$1" >run.tap 2>/dev/null || tap=$?
  echo "$(grep -oE 'tests="[0-9]+" failures="[0-9]+" errors="[0-9]+"' report.xml | head -n 1) (exit $junit);" \
    "$(grep -oE '^(not )?ok [0-9]+|^1\.\.[0-9]+' run.tap | paste -sd, -) (exit $tap)"
}

after=$(run after_test.ts)
only=$(run only_test.ts)
printf 'afterAll: %s\nonly: %s\n' "$after" "$only"
is 'afterAll' "$after" 'tests="1" failures="0" errors="0" (exit 1); ok 1,1..1 (exit 1)'
is 'only' "$only" 'tests="2" failures="0" errors="0" (exit 1); ok 1,1..1 (exit 1)'
