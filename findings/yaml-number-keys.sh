#!/usr/bin/env bash
# yaml 2.9.1 (npm), parse() with its defaults, 2026-11-28.
#
# Guess: keys of a mapping are compared as they are written; two different ones are fine, and two that
# become the same property of the object are an error, as duplicate keys are.
# Behaviour: keys are compared as YAML values, before they become property names. 1 and 1.0 are one
# number: "Map keys must be unique". 1 and "1" are a number and a string, so they are different, and
# the object that comes out has one property: the second wins without a word. So do true and "true",
# null and "" (the null key becomes the empty name).
# Seen:
#   {1: a, 1.0: b}   ->  DUPLICATE_KEY            {1: a, "1": b}  ->  {"1":"b"}
#   {null: a, "": b} ->  {"":"b"}                 {0x10: a}       ->  {"16":"a"}
# mapAsMap: true keeps both.
#
# Why it matters: files with versions as keys (1.0, 1.10) are refused or lose one although no key is
# written twice, and a check for duplicate keys that trusts the parser lets a pair through of which one
# is dropped. Who reads configs with free keys should quote them, or read maps.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error yaml@2.9.1 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >keys.mjs <<'JS'
import { parse } from 'yaml';
for (const text of ['{1: a, 1.0: b}', '{1: a, "1": b}', '{true: a, "true": b}', '{null: a, "": b}', '{0x10: a}']) {
  try {
    console.log(`${text} -> ${JSON.stringify(parse(text))}`);
  } catch (error) {
    console.log(`${text} -> ${error.code}`);
  }
}
console.log(`as a Map: ${parse('{1: a, "1": b}', { mapAsMap: true }).size}`);
JS

seen=$(node keys.mjs)
echo "$seen"
is 'keys' "$seen" '{1: a, 1.0: b} -> DUPLICATE_KEY
{1: a, "1": b} -> {"1":"b"}
{true: a, "true": b} -> {"true":"b"}
{null: a, "": b} -> {"":"b"}
{0x10: a} -> {"16":"a"}
as a Map: 2'
