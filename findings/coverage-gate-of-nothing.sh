#!/usr/bin/env bash
# c8 12.0.0, nyc 18.0.0, jest 30.5.2, vitest 5.1.2 with @vitest/coverage-v8 5.1.2, and Node 26.10.0 (npm; 2026),
# a threshold of 100 % where no file is measured, 2026-11-30.
#
# Guess: "All files | 0 | 0 | 0 | 0", as four of them print it, is below 100, and the run fails.
# Behaviour: all five end with 0. The share of nothing is no number, and no number is below the threshold.
# Seen, a test that takes one of two branches, threshold 100 for branches (exit code when the pattern of the
# files fits the source / when the source has moved and it fits none):
#   c8 1 / 0    nyc 1 / 0    jest 1 / 0    vitest 1 / 0    node --test 1 / 0
# c8, nyc, jest and vitest print zeros in both columns of the table; none of them says that the pattern fits
# no file.
#
# Why it matters: the gate falls silent for good with the commit that renames a folder. Ask the report for the
# number of lines beside their share, and refuse none.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error c8@12.0.0 nyc@18.0.0 jest@30.5.2 vitest@5.1.2 @vitest/coverage-v8@5.1.2 node@26.10.0 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export PATH="$dir/node_modules/.bin:$PATH" CI=1 NO_COLOR=1
unset NODE_OPTIONS
mkdir -p work/src
cd work
echo '{}' >package.json
echo 'module.exports = (a) => { if (a) { return 1; } return 2; };' >src/f.js
echo "require('./src/f.js')(1);" >run.js
echo "require('node:test').test('t', () => { require('./src/f.js')(1); });" >n.test.cjs
echo "test('t', () => { require('./src/f.js')(1); });" >j.test.js
echo "import { test } from 'vitest'; import f from './src/f.js'; test('t', () => { f(1); });" >v.test.mjs
only='--check-coverage --branches 100 --lines 0 --functions 0 --statements 0'
code() {
  local code=0
  "$@" >said 2>&1 </dev/null || code=$?
  echo "$code$(grep -qE '^All files +\| +0 +\| +0 ' said && echo ' (0)')"
}
for files in 'src/**' 'lib/**'; do
  echo "module.exports = { watchman: false, testMatch: ['**/j.test.js'], coverageThreshold: { global: { branches: 100 } } };" >jest.config.js
  echo "export default { test: { include: ['v.test.mjs'], coverage: { enabled: true, include: ['$files'], thresholds: { branches: 100 } } } };" >vitest.config.mjs
  # shellcheck disable=SC2086
  echo "$files: c8 $(code c8 $only --include "$files" node run.js), nyc $(code nyc $only --include "$files" node run.js), jest $(code jest --coverage --collectCoverageFrom="$files"), vitest $(code vitest run), node $(code node --test --experimental-test-coverage --test-coverage-include="$files" --test-coverage-branches=100 n.test.cjs)"
done >seen
cat seen
is 'exit codes' "$(cat seen)" 'src/**: c8 1, nyc 1, jest 1, vitest 1, node 1
lib/**: c8 0 (0), nyc 0 (0), jest 0 (0), vitest 0 (0), node 0'
