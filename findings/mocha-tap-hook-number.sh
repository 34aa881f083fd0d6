#!/usr/bin/env bash
# mocha 12.0.3 (npm; 2026), built-in reporter `tap`, read by tap-parser 18.3.4 (npm), 2026-11-28.
#
# Guess: each point has the next number, and the numbers end where the plan says.
# Behaviour: a hook that fails writes a point without taking a number. The next point repeats it. The
# plan, which comes last, counts the points and not the numbers: here 1..4 with the numbers 1, 2, 2, 2.
# Seen:
#   ok 1 p / not ok 2 a "before all" hook … / not ok 2 b "before all" hook … / ok 2 q / # tests 4 / 1..4
#   tap-parser: count 4, fail 4, of which 3 are complaints about the run (2 points failed)
#
# Why it matters: a reader that keys its points by number keeps three of them as one, and if the last
# one wins, a green one. A reader that holds numbers to the plan, as tap-parser does, counts more
# failures than there are. Points have to be counted by line, and told apart by name.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error mocha@12.0.3 tap-parser@18.3.4 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >s.cjs <<'JS'
it('p', () => {});
describe('a', () => { before(() => { throw new Error('a is broken'); }); it('never', () => {}); });
describe('b', () => { before(() => { throw new Error('b is broken'); }); it('never', () => {}); });
describe('c', () => { it('q', () => {}); });
JS

node_modules/.bin/mocha --reporter tap s.cjs >run.tap || true
points=$(grep -oE '^(not )?ok [0-9]+' run.tap | paste -sd, -)
echo "$points; $(grep -oE '^# tests [0-9]+' run.tap); plan $(grep -oE '^1\.\.[0-9]+' run.tap)"
is 'points' "$points" 'ok 1,not ok 2,not ok 2,ok 2'
is 'sum' "$(grep -oE '^# tests [0-9]+' run.tap)" '# tests 4'
is 'plan' "$(grep -oE '^1\.\.[0-9]+' run.tap)" '1..4'
node_modules/.bin/tap-parser -j 0 <run.tap >events.json || true
read_as=$(node -p 'const [, c] = JSON.parse(require("fs").readFileSync("events.json", "utf8")).find(([name]) => name === "complete");
  `ok ${c.ok}, count ${c.count}, fail ${c.fail}, complaints ${c.failures.filter((f) => f.tapError).length}`')
echo "tap-parser: $read_as"
is 'as tap-parser reads it' "$read_as" 'ok false, count 4, fail 4, complaints 3'
