#!/usr/bin/env bash
# fast-json-patch 3.1.1, rfc6902 5.4.0, just-diff 6.0.2, jsondiffpatch 0.7.7 and microdiff 1.6.0,
# packages of npm, 2026-11-29.
#
# Guess: two objects with other dates are different, or the dates are refused; a patch made from a to b
# makes b out of a.
# Behaviour: rfc6902 sees no difference between any two dates. fast-json-patch sees many: one
# "add" for each letter of the new date's text, under the old date, and applying them leaves it as it was.
# None of the five sees a difference between two Sets or Maps. NaN is a change from NaN for four.
# Seen, changes from a to b (fast-json-patch / rfc6902 / just-diff / jsondiffpatch / microdiff):
#   { d: 1970-01-01 }, { d: 1970-01-02 }       24, without effect / 0 / 1 / 1 / 1
#   { s: Set a }, { s: Set b }                 0 / 0 / 0 / 0 / 0
#   { n: NaN }, { n: NaN }                     1 / 1 / 1 / 1 / 0
#
# Why it matters: "is anything changed" is asked this way of states that were not through JSON yet, as a
# store's or a checkpoint's. Pass both sides through JSON, or a text of your own, before they are compared.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error fast-json-patch@3.1.1 rfc6902@5.4.0 just-diff@6.0.2 jsondiffpatch@0.7.7 microdiff@1.6.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >diffs.mjs <<'JS'
import fast from 'fast-json-patch';
import { diff } from 'jsondiffpatch';
import { diff as just } from 'just-diff';
import microdiff from 'microdiff';
import { createPatch } from 'rfc6902';
const libraries = [fast.compare, createPatch, just, (a, b) => Object.keys(diff(a, b) ?? {}), microdiff];
for (const [name, a, b] of [
  ['text', { t: 'a' }, { t: 'b' }],
  ['dates', { d: new Date('1970-01-01') }, { d: new Date('1970-01-02') }],
  ['sets', { s: new Set(['a']) }, { s: new Set(['b']) }],
  ['NaN', { n: NaN }, { n: NaN }],
])
  console.log(`${name}: ${libraries.map((changes) => changes(a, b).length).join(' / ')}`);
const [from, to] = [{ d: new Date('1970-01-01') }, { d: new Date('1970-01-02') }];
fast.applyPatch(from, fast.compare(from, to));
console.log(`then: ${from.d.toISOString().slice(0, 10)}`);
JS
seen=$(node diffs.mjs)
echo "$seen"
is 'changes' "$seen" 'text: 1 / 1 / 1 / 1 / 1
dates: 24 / 0 / 1 / 1 / 1
sets: 0 / 0 / 0 / 0 / 0
NaN: 1 / 1 / 1 / 1 / 0
then: 1970-01-01'
