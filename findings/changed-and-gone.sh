#!/usr/bin/env bash
# jest 30.5.2, bun 1.4.5 and vitest 4.1.12 (npm; 2026), the option of each that runs the tests of what changed since
# the last commit, 2026-11-30.
#
# Guess: removing or renaming a source runs the tests that import it, as changing it does; a changed golden file runs
# the test that reads it.
# Behaviour: all three look for tests of files that exist. A source that was removed, or has another name now, has no
# test: "No tests found", exit code 0, while the whole suite cannot even load. A changed snapshot runs its test in
# jest alone. vitest 5.1.2 (by hand, on Node 26) runs the test in all four cases.
# Seen (exit codes: source broken, removed, renamed, snapshot edited):
#   jest -o               1 0 0 1       vitest --changed      1 0 0 0
#   bun test --changed    1 0 0 0
#
# Why it matters: a move of files is the change that breaks the most imports, and a hook or a pipeline that runs "what
# is affected" is green for it. Run the whole suite where a file was removed or renamed.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error jest@30.5.2 bun@1.4.5 vitest@4.1.12 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export PATH="$dir/node_modules/.bin:$PATH" GIT_CONFIG_GLOBAL=/dev/null
run() {
  case $1 in
    jest) jest --ci "${@:2}" ;;
    bun) bun test "${@:2}" ;;
    vitest) vitest run "${@:2}" ;;
  esac
}
codes() {
  local changed=$2 word=$3 all='' step code
  mkdir -p "$1/src" "$1/test"
  cd "$1"
  if [ "$1" = vitest ]; then
    echo '{"name":"x","type":"module"}' >package.json
    echo 'export const one = 1;' >src/one.js
    echo "import { expect, test } from 'vitest'; import { one } from '../src/one.js'; test('one', () => expect(one).toBe(1));" >test/one.test.js
    echo "import { expect, test } from 'vitest'; test('kept', () => expect('kept').toMatchSnapshot());" >test/kept.test.js
  else
    local from=''
    [ "$1" != bun ] || from="const { expect, test } = require('bun:test');"
    echo '{"name":"x"}' >package.json
    echo 'exports.one = 1;' >src/one.js
    echo "$from const { one } = require('../src/one.js'); test('one', () => expect(one).toBe(1));" >test/one.test.js
    echo "$from test('kept', () => expect('kept').toMatchSnapshot());" >test/kept.test.js
  fi
  # shellcheck disable=SC2086
  run "$1" $word >/dev/null 2>&1 || true
  git init -q -b main
  git add .
  git -c user.name=t -c user.email=t@example.org commit -qm one
  for step in broken removed renamed snapshot; do
    case $step in
      broken) sed -i 's/= 1/= 2/' src/one.js ;;
      removed) git rm -q src/one.js ;;
      renamed) git mv src/one.js src/two.js ;;
      snapshot) find test -type f -path '*snapshots*' -exec sed -i 's/kept/other/g; s/other 1`/kept 1`/' {} + ;;
    esac
    code=0
    CI=1 run "$1" "$changed" >/dev/null 2>&1 || code=$?
    all="$all $code"
    git reset -q --hard
    git clean -fdq
  done
  cd ..
  echo "$1:$all"
}
codes jest -o --ci=false >seen
codes bun --changed '' >>seen
codes vitest --changed -u >>seen
cat seen
is 'exit codes' "$(cat seen)" 'jest: 1 0 0 1
bun: 1 0 0 0
vitest: 1 0 0 0'
