#!/usr/bin/env bash
# ajv 8.20.0, is-my-json-valid 2.20.6, @exodus/schemasafe 1.3.0, jsonschema 1.5.0 and zod 4.6.7 (npm), prices under
# {"multipleOf": 0.01}, 2026-11-30.
#
# Guess: floating point makes the word useless for cents in all of them alike, or each allows for it.
# Behaviour: ajv alone refuses prices, one in seven of those below 100. The four others take every one, and
# refuse 0.075. With multipleOfPrecision: 6 ajv does too.
# Seen (prices of 0.00 to 99.99 that are refused, the first one):
#   ajv 1363 of 10000, 0.07      ajv, multipleOfPrecision 0      is-my-json-valid 0
#   schemasafe 0                 jsonschema 0                    zod 0
#
# Why it matters: a test with 12.50 or 5.25 is green, and the schema that a server checks by zod is read by a
# client with ajv, which refuses its answer 0.07. Give each ajv a multipleOfPrecision, or count in cents.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error ajv@8.20.0 is-my-json-valid@2.20.6 @exodus/schemasafe@1.3.0 jsonschema@1.5.0 zod@4.6.7 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >ask.mjs <<'JS'
import schemasafe from '@exodus/schemasafe';
import Ajv from 'ajv';
import isMyJsonValid from 'is-my-json-valid';
import jsonschema from 'jsonschema';
import * as z from 'zod';
const schema = { type: 'number', multipleOf: 0.01 };
const fromSchema = z.fromJSONSchema(schema);
const readers = {
  ajv: new Ajv.default().compile(schema),
  'ajv, multipleOfPrecision': new Ajv.default({ multipleOfPrecision: 6 }).compile(schema),
  'is-my-json-valid': isMyJsonValid(schema),
  schemasafe: schemasafe.validator(schema, { mode: 'lax' }),
  jsonschema: (value) => jsonschema.validate(value, schema).valid,
  zod: (value) => fromSchema.safeParse(value).success,
};
const prices = Array.from({ length: 10_000 }, (_, cents) => Number((cents / 100).toFixed(2)));
for (const [name, accepts] of Object.entries(readers)) {
  const refused = prices.filter((price) => !accepts(price));
  console.log(`${name}: ${refused.length} ${refused[0] ?? '-'}, 0.075 ${accepts(0.075)}; ${accepts(12.5)} ${accepts(5.25)}`);
}
JS
seen=$(node ask.mjs)
echo "$seen"
is 'prices' "$seen" 'ajv: 1363 0.07, 0.075 false; true true
ajv, multipleOfPrecision: 0 -, 0.075 false; true true
is-my-json-valid: 0 -, 0.075 false; true true
schemasafe: 0 -, 0.075 false; true true
jsonschema: 0 -, 0.075 false; true true
zod: 0 -, 0.075 false; true true'
