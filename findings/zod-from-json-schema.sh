#!/usr/bin/env bash
# zod 4.6.7 (npm), z.fromJSONSchema(), 2026-11-28.
#
# Guess: what it cannot express it refuses: `not` and `if` throw, with a sentence that names them.
# Behaviour: two common forms are taken and dropped without a word. A schema without `type` accepts
# everything, whatever `properties`, `required` or `minLength` say. A name in `required` that is not
# in `properties` is not required. Both are what JSON Schema asks for, and ajv holds them.
# Seen:
#   {properties: {a: string}}                          accepts {"a": 5}       (by JSON Schema: invalid)
#   {minLength: 3}                                     accepts "ab"           (invalid)
#   {type: object, properties: {a}, required: [a, b]}  accepts {"a": "x"}     (invalid)
#   {not: {type: string}}                              throws
#
# Why it matters: schemas of tools (MCP), of structured answers and of hooks come from elsewhere, often
# without `type` below anyOf or allOf. A gate built on the zod schema lets answers through that the
# schema's author forbade. Validate with a JSON Schema validator, or refuse schemas without `type`.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error zod@4.6.7 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >schemas.mjs <<'JS'
import * as z from 'zod';
const a = { type: 'string' };
for (const [schema, value] of [
  [{ properties: { a } }, { a: 5 }],
  [{ required: ['a'] }, {}],
  [{ minLength: 3 }, 'ab'],
  [{ type: 'object', properties: { a }, required: ['a', 'b'] }, { a: 'x' }],
  [{ type: 'object', properties: { a }, required: ['a'] }, {}],
  [{ not: { type: 'string' } }, 'x'],
]) {
  let verdict;
  try {
    verdict = z.fromJSONSchema(schema).safeParse(value).success ? 'accepts' : 'refuses';
  } catch {
    verdict = 'throws on';
  }
  console.log(`${JSON.stringify(schema)} ${verdict} ${JSON.stringify(value)}`);
}
JS

seen=$(node schemas.mjs)
echo "$seen"
is 'verdicts' "$seen" '{"properties":{"a":{"type":"string"}}} accepts {"a":5}
{"required":["a"]} accepts {}
{"minLength":3} accepts "ab"
{"type":"object","properties":{"a":{"type":"string"}},"required":["a","b"]} accepts {"a":"x"}
{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]} refuses {}
{"not":{"type":"string"}} throws on "x"'
