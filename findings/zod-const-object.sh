#!/usr/bin/env bash
# zod 4.6.7 beside ajv 8.20.0 (npm), z.fromJSONSchema() of a const that is an object or a list, 2026-11-30.
#
# Guess: {"const": {"a": 1}} accepts what equals it, as JSON Schema says, or it throws, as `not` does.
# Behaviour: it accepts nothing that comes from JSON. The value is compared by identity, so an equal object and
# an equal list are refused, in `enum` too, and below properties. Words beside a $ref are dropped, which was the
# rule of draft 7 and is not that of 2020-12, which zod reads. An integer above 2^53 is none.
# Seen (zod / ajv):
#   {const: {a: 1}} with {a: 1}            refused / valid     {const: [1]} with [1]      refused / valid
#   {enum: [[1], "x"]} with [1]            refused / valid     {type: integer}, 1e20      refused / valid
#   {$ref: a string, minLength: 3}, "ab"   valid / invalid
#
# Why it matters: a tool's schema that fixes an option to {} or [] can never be called through zod, and the
# error says "expected 1" of a list that holds 1. One whose limit stands beside the $ref has
# none. Use a JSON Schema validator for schemas that you did not write.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error zod@4.6.7 ajv@8.20.0 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >ask.mjs <<'JS'
import Ajv from 'ajv/dist/2020.js';
import * as z from 'zod';
const ajv = new Ajv.default({ strict: false });
const cases = [
  [{ const: 'x' }, 'x'],
  [{ const: { a: 1 } }, { a: 1 }],
  [{ const: [1] }, [1]],
  [{ enum: [[1], 'x'] }, [1]],
  [{ type: 'integer' }, 1e20],
  [{ $defs: { s: { type: 'string' } }, $ref: '#/$defs/s', minLength: 3 }, 'ab'],
];
for (const [schema, value] of cases)
  console.log(JSON.stringify(schema), z.fromJSONSchema(schema).safeParse(structuredClone(value)).success, ajv.validate(schema, value));
JS
seen=$(node ask.mjs)
echo "$seen"
is 'schemas' "$seen" '{"const":"x"} true true
{"const":{"a":1}} false true
{"const":[1]} false true
{"enum":[[1],"x"]} false true
{"type":"integer"} false true
{"$defs":{"s":{"type":"string"}},"$ref":"#/$defs/s","minLength":3} true false'
