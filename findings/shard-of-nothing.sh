#!/usr/bin/env bash
# vitest 5.1.2, jest 30.5.2, @playwright/test 1.65.1, @cucumber/cucumber 13.3.0, bun 1.4.5 and Node 26.10.0
# (npm; 2026), --shard 3/3 over two test files, 2026-11-30.
#
# Guess: a shard without a test ends as a run whose pattern fits no test file: with an error. All but
# cucumber have that rule.
# Behaviour: four of the six are green, playwright with not a word on stdout. jest keeps its rule. vitest
# refuses more shards than files, and so the full shards fail as well.
# Seen (exit code of the empty shard / of the first, which has a test):
#   playwright 0 / 0    node 0 / 0    bun 0 / 0    cucumber 0 / 0    jest 1 / 0    vitest 1 / 1
#
# Why it matters: the number of shards stands in the CI's file, and files are moved away. The job that ran
# nothing is as green as its neighbours, and if a pattern in the config breaks, all of them are. Merge the
# reports, and ask for the number of tests.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error vitest@5.1.2 jest@30.5.2 @playwright/test@1.65.1 @cucumber/cucumber@13.3.0 bun@1.4.5 node@26.10.0 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export PATH="$dir/node_modules/.bin:$PATH" CI=1
unset NODE_OPTIONS
mkdir -p work/{vitest,jest,playwright,node,bun,cucumber/features}
cd work
for n in 1 2; do
  echo "import { test } from 'vitest'; test('t', () => {});" >vitest/$n.test.mjs
  echo "test('t', () => {});" >jest/$n.test.js
  echo "require('@playwright/test').test('t', () => {});" >playwright/$n.spec.js
  echo "require('node:test').test('t', () => {});" >node/$n.test.cjs
  echo "import { test } from 'bun:test'; test('t', () => {});" >bun/$n.test.ts
  printf 'Feature: f%s\n  Scenario: s\n    Given x\n' $n >cucumber/features/$n.feature
done
echo "require('@cucumber/cucumber').Given('x', () => {});" >cucumber/features/steps.js
echo '{ "jest": { "watchman": false } }' >jest/package.json
code() {
  local code=0
  (cd "$1" && shift && "$@" </dev/null) >said 2>&1 || code=$?
  echo "$code"
}
for shard in 3/3 1/3; do
  echo "$shard: playwright $(code playwright playwright test --shard=$shard) node $(code node node --test --test-shard=$shard 1.test.cjs 2.test.cjs) bun $(code bun bun test --shard=$shard) cucumber $(code cucumber cucumber-js --shard $shard) jest $(code jest jest --shard=$shard) vitest $(code vitest vitest run --shard=$shard)"
done >seen
cat seen
is 'exit codes' "$(cat seen)" '3/3: playwright 0 node 0 bun 0 cucumber 0 jest 1 vitest 1
1/3: playwright 0 node 0 bun 0 cucumber 0 jest 0 vitest 1'
