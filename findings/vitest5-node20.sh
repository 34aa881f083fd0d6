#!/usr/bin/env bash
# vitest 5.1.2 (npm; 2026) on Node 20.20.2 (npm package node), 2026-11-29.
#
# Guess: its package asks for Node 22.12 or newer, so on Node 20 it either does not start or works.
# Behaviour: npm installs it with a warning that most logs hide, and it runs. While every test passes
# all is well, with exit code 0 and all reports. When a test fails, its default reporter calls a function
# that Node 20 does not have, and the reporters after it are not called any more: the JSON file is not
# written, and one of an earlier green run stays where it was. Alone, the JSON reporter works.
# Seen:
#   reporters           test passes          test fails
#   default, json       0, success: true     1, the old file: success: true
#   json                0, success: true     1, success: false
#
# Why it matters: a report file beside exit code 1 says that everything passed. A reader has to remove
# the file before the run, or compare times, and to look at the engines of the runner's package when a
# report has no end.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error vitest@5.1.2 node@20.20.2 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }
export PATH="$dir/node_modules/node/bin:$PATH" NO_COLOR=1
node --version

write() { echo "import { expect, test } from 'vitest'; test('a', () => { expect(1).toBe($1); });" >a.test.mjs; }
run() {
  code=0
  node node_modules/vitest/vitest.mjs run "$@" --outputFile.json=out.json >said 2>&1 || code=$?
  says=$(node -p 'JSON.parse(require("fs").readFileSync("out.json", "utf8")).success')
}
write 1
run --reporter=default --reporter=json
echo "passes: exit $code, success: $says"
is 'exit code, passing' "$code" 0
is 'success, passing' "$says" true
write 2
run --reporter=default --reporter=json
echo "fails beside the default reporter: exit $code, success: $says, $(grep -o 'Map.groupBy is not a function' said | head -n 1)"
is 'exit code, failing' "$code" 1
is 'success, failing' "$says" true
run --reporter=json
echo "fails with json alone: exit $code, success: $says"
is 'exit code, json alone' "$code" 1
is 'success, json alone' "$says" false
