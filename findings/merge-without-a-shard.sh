#!/usr/bin/env bash
# vitest 5.1.2 and @playwright/test 1.65.1 (npm; 2026), on Node 26.10.0, merged blobs of shards, 2026-11-30.
#
# Guess: a blob says which shard it is (1/3, 2/3), so a merge of two of three says that the third is missing,
# or fails.
# Behaviour: both merge what is there, end with 0 and say nothing of the third. The failing test of the lost
# shard is in no report, JUnit and JSON too. With all three, vitest ends with 1; playwright ends with 0 here
# as well and prints "1 failed".
# Seen, three files, the third fails:
#   vitest --merge-reports        all: exit 1, 1 failed | 2 passed    without it: exit 0, 2 passed
#   playwright merge-reports      all: exit 0, 1 failed, 2 passed     without it: exit 0, 2 passed
# playwright's blob is named report-3.zip and has the shard in its config; vitest's has its numbers nowhere.
#
# Why it matters: a job that ran out of time or disk uploads nothing, and the merge step is the one that
# people make required. Count the blobs before the merge, and let the jobs of the shards be required too.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error vitest@5.1.2 @playwright/test@1.65.1 node@26.10.0 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export PATH="$dir/node_modules/.bin:$PATH" CI=1 NO_COLOR=1
mkdir -p work/{vitest,playwright}
cd work/vitest
for n in 1 2 3; do
  echo "import { expect, test } from 'vitest'; test('t', () => expect($n).toBeLessThan(3));" >$n.test.mjs
  echo "const { expect, test } = require('@playwright/test'); test('t', () => expect($n).toBeLessThan(3));" >../playwright/$n.spec.js
done
echo '{}' >../playwright/package.json
sums() { grep -oE '[0-9]+ (failed|passed)' | paste -sd' ' -; }
failing=''
for n in 1 2 3; do
  mkdir -p all
  vitest run --shard=$n/3 --reporter=blob --outputFile=all/$n.json >said 2>&1 || failing=$n
done
merged() {
  local code=0
  vitest run --merge-reports="$1" >said 2>&1 || code=$?
  echo "exit $code, $(grep -E '^ *Tests ' said | sums)"
}
all=$(merged all)
rm "all/$failing.json"
lost=$(merged all)
printf 'vitest: %s; without one: %s\n' "$all" "$lost"

cd ../playwright
mkdir all
for n in 1 2 3; do
  playwright test --shard=$n/3 --reporter=blob >said 2>&1 || failing=$n
  cp blob-report/*.zip all
done
merged() {
  local code=0
  playwright merge-reports --reporter=line all >said 2>&1 || code=$?
  echo "exit $code, $(sums <said)"
}
pw_all=$(merged)
rm "all/report-$failing.zip"
pw_lost=$(merged)
printf 'playwright: %s; without one: %s\n' "$pw_all" "$pw_lost"
is 'vitest' "$all; $lost" 'exit 1, 1 failed 2 passed; exit 0, 2 passed'
is 'playwright' "$pw_all; $pw_lost" 'exit 0, 1 failed 2 passed; exit 0, 2 passed'
