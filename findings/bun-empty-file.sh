#!/usr/bin/env bash
# bun 1.4.5 (npm package `bun`; 2026), bun test with a JUnit reporter, 2026-11-28.
#
# Guess: a run without a test fails, as bun test does where it finds no test file; and
# --reporter-outfile is written by every run that ends.
# Behaviour: a test file that declares no test is "Ran 0 tests across 1 file", exit code 0, and no
# report is written: the file of the run before stays. A name pattern that matches nothing exits with 1,
# unless somewhere a describe.todo stands: its tests are not filtered, and the exit code is 0.
# Seen:
#   no test in the file:                    Ran 0 tests across 1 file    (exit 0), old report kept
#   -t nothing, file with describe.todo:    0 pass, 1 todo               (exit 0)
#   -t nothing, file without it:                                         (exit 1)
#
# Why it matters: a file whose tests were commented out, or are registered by an import that changed,
# is green with the report of yesterday. The report has to be removed before the run, and a run
# without tests must not count, whatever the exit code is.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error bun@1.4.5 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export NO_COLOR=1 CI=false PATH="$dir/node_modules/.bin:$PATH"
mkdir work
cd work
echo 'export {};' >none.test.ts
echo "import { describe, test } from 'bun:test'; describe.todo('later', () => { test('x', () => {}); }); test('a', () => {});" >todo.test.ts
echo "import { test } from 'bun:test'; test('a', () => {});" >plain.test.ts
echo '<testsuites name="an earlier run"/>' >report.xml
run() {
  local code=0
  bun test "$@" >said 2>&1 || code=$?
  echo "exit $code"
}

none=$(run ./none.test.ts --reporter=junit --reporter-outfile=report.xml)
echo "no test in the file: $(grep -oE 'Ran 0 tests across 1 file' said) ($none), report: $(cat report.xml)"
is 'no test in the file' "$none" 'exit 0'
is 'the report' "$(cat report.xml)" '<testsuites name="an earlier run"/>'
todo=$(run ./todo.test.ts -t nothing)
plain=$(run ./plain.test.ts -t nothing)
echo "a pattern that matches nothing: beside describe.todo $todo, without it $plain"
is 'beside describe.todo' "$todo" 'exit 0'
is 'without it' "$plain" 'exit 1'
