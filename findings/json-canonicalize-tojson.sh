#!/usr/bin/env bash
# json-canonicalize 3.0.1 beside canonicalize 5.1.0 (npm), both for RFC 8785, 2026-11-29.
#
# Guess: two implementations of the canonical form of JSON write the same text for one value, and what they
# write is JSON.
# Behaviour: what toJSON returns is written by json-canonicalize as it is, with its keys unsorted. A function or undefined in a list is the bare word undefined.
# A half of a surrogate pair, which the RFC forbids, is written by the one and refused by the other.
# Seen (json-canonicalize / canonicalize):
#   Buffer.from("a")          {"type":"Buffer","data":[97]} / {"data":[97],"type":"Buffer"}
#   toJSON: { b: 1, a: 2 }    {"b":1,"a":2} / {"a":2,"b":1}
#   [1, () => 2]              [1,undefined] / [1,null]
#   half of a pair            written / throws
#
# Why it matters: the text is what is signed or hashed; one side's digest of a record with a Buffer or a
# class of its own is not the other's, and one record cannot be read back. Canonicalize only what went
# through JSON.parse(JSON.stringify(…)).
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error json-canonicalize@3.0.1 canonicalize@5.1.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >canonical.mjs <<'JS'
import canonicalize from 'canonicalize';
import { canonicalize as other } from 'json-canonicalize';
for (const value of [
  { b: 1, a: 2 },
  Buffer.from('a'),
  { toJSON: () => ({ b: 1, a: 2 }) },
  [1, () => 2],
  ['\ud83d'],
]) {
  const said = [other, canonicalize].map((write) => {
    try {
      return write(value);
    } catch {
      return 'throws';
    }
  });
  console.log(said.join(' / '));
}
JS
seen=$(node canonical.mjs)
echo "$seen"
is 'texts' "$seen" '{"a":2,"b":1} / {"a":2,"b":1}
{"type":"Buffer","data":[97]} / {"data":[97],"type":"Buffer"}
{"b":1,"a":2} / {"a":2,"b":1}
[1,undefined] / [1,null]
["\ud83d"] / throws'
