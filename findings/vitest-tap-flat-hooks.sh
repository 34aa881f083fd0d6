#!/usr/bin/env bash
# vitest 5.1.2 (npm; November 2026) on Node 26.10, reporters tap and tap-flat, 2026-11-28.
#
# Guess: tap-flat is tap without the nesting: the same tests with the same verdict.
# Behaviour: a failing beforeAll or afterAll belongs to a suite, and suites have no point in tap-flat.
# Every point is ok (the tests that did not run are # SKIP), the plan is met, a TAP parser says ok,
# and vitest exits with 1. In `tap` the suite and the file are "not ok" above children that are ok.
# Seen:
#   tap-flat: ok 1 - … in before # SKIP, ok 2 - … in after; 1..2; tap-parser ok true     (exit 1)
#   tap:      not ok (file), not ok (two suites), no child that is not ok                 (exit 1)
#
# Why it matters: a pipe `vitest … | reader` loses vitest's exit code, and the text is a green run, in
# which one suite did not start. A reader of tap-flat must see the exit code; a reader of tap must not
# judge by the leaves only.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error vitest@5.1.2 node@26.10.0 tap-parser@18.3.4 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export PATH="$dir/node_modules/.bin:$PATH"
cat >s.test.mjs <<'JS'
import { afterAll, beforeAll, describe, test } from 'vitest';
describe('before', () => { beforeAll(() => { throw new Error('no'); }); test('one', () => {}); });
describe('after', () => { afterAll(() => { throw new Error('no'); }); test('two', () => {}); });
JS
run() {
  code=0
  vitest run --reporter="$1" >run.tap 2>/dev/null || code=$?
  echo "$1: $(grep -cE '^ *ok ' run.tap || true) ok, $(grep -cE '^ *not ok ' run.tap || true) not ok (exit $code)"
}

flat=$(run tap-flat)
read_as=$(tap-parser -j 0 <run.tap | node -p 'JSON.parse(require("fs").readFileSync(0, "utf8")).find(([name]) => name === "complete")[1].ok')
nested=$(run tap)
printf '%s; tap-parser says ok: %s\n%s\n' "$flat" "$read_as" "$nested"
is 'tap-flat' "$flat" 'tap-flat: 2 ok, 0 not ok (exit 1)'
is 'as tap-parser reads it' "$read_as" true
is 'tap' "$nested" 'tap: 2 ok, 3 not ok (exit 1)'
