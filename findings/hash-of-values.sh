#!/usr/bin/env bash
# ohash 2.0.12, object-hash 3.0.0, hash-sum 2.0.0, node-object-hash 3.1.1 and stable-hash 0.0.6,
# packages of npm, 2026-11-29.
#
# Guess: values that differ have hashes that differ, and a Set is the same in any order.
# Behaviour: for hash-sum all Maps are one and all Sets are one. node-object-hash sorts lists, takes a
# number for its text and null for undefined, and joins without quotes, so lists and objects of other
# content are one too. For ohash an empty place and `undefined` are one in a list, and bound functions
# are all one; for stable-hash the order of a Set counts, and a key that is undefined does not.
# Seen (ohash, object-hash, hash-sum, node-object-hash, stable-hash; = is the same hash):
#   Set 1, Set 2                  . . = . .          [1, 2], [2, 1]             . . . = .
#   Map a 1, Map a 2              . . = . .          ["a", "b"], ["a,b"]        . . . = .
#   two bound functions           = = = = .          { a: undefined }, {}       . . . . =
#   Set 1 2, Set 2 1              = = = = .          undefined, null of a key   . . . = .
#   1n, 1                         . . . = =          [ , 1], [undefined, 1]     = . . . =
#
# Why it matters: such a hash is the key of a cache, or the proof that the inputs of a step are as before;
# with Sets of files under hash-sum a step is fresh for ever. Turn the value into JSON of your own first.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error ohash@2.0.12 object-hash@3.0.0 hash-sum@2.0.0 node-object-hash@3.1.1 stable-hash@0.0.6 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >hashes.mjs <<'JS'
import sum from 'hash-sum';
import { hasher } from 'node-object-hash';
import objectHash from 'object-hash';
import { hash } from 'ohash';
import stable from 'stable-hash';
const libraries = [hash, objectHash, sum, (value) => hasher().hash(value), stable.default ?? stable];
for (const [name, one, other] of [
  ['sets', new Set([1]), new Set([2])],
  ['maps', new Map([['a', 1]]), new Map([['a', 2]])],
  ['bound', (() => 1).bind(null), (() => 2).bind(null)],
  ['order of a set', new Set([1, 2]), new Set([2, 1])],
  ['bigint', 1n, 1],
  ['order of a list', [1, 2], [2, 1]],
  ['a comma', ['a', 'b'], ['a,b']],
  ['no key', { a: undefined }, {}],
  ['null', { a: undefined }, { a: null }],
  ['a hole', [, 1], [undefined, 1]],
  ['other text', { a: 'x' }, { a: 'y' }],
])
  console.log(`${name}: ${libraries.map((of) => (of(one) === of(other) ? '=' : '.')).join(' ')}`);
JS
seen=$(node hashes.mjs)
echo "$seen"
is 'hashes' "$seen" 'sets: . . = . .
maps: . . = . .
bound: = = = = .
order of a set: = = = = .
bigint: . . . = =
order of a list: . . . = .
a comma: . . . = .
no key: . . . . =
null: . . . = .
a hole: = . . . =
other text: . . . . .'
