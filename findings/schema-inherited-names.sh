#!/usr/bin/env bash
# ajv 8.20.0, is-my-json-valid 2.20.6, @exodus/schemasafe 1.3.0 and jsonschema 1.5.0 (npm), a schema that
# names what every object inherits, 2026-11-30.
#
# Guess: {} has no key "constructor", so it is refused where that is required, and valid where it is optional.
# Behaviour: ajv and is-my-json-valid do both the other way round: an inherited function is a key that is there.
# With properties and `required` together they refuse {}, for the wrong reason. ajv is right with
# ownProperties: true.
# Seen with {} (required: ["constructor"] / properties: {constructor: a string}; by the rules: refused, valid):
#   ajv valid refused        is-my-json-valid valid refused    ajv, ownProperties   refused valid
#   schemasafe refused valid jsonschema refused valid
#
# Why it matters: "constructor" is a team in racing and a part of a class in an answer about code; the optional
# field makes every answer without it invalid, and the message speaks of a type. Set ownProperties: true in
# each ajv that reads schemas of others.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error ajv@8.20.0 is-my-json-valid@2.20.6 @exodus/schemasafe@1.3.0 jsonschema@1.5.0 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >ask.mjs <<'JS'
import schemasafe from '@exodus/schemasafe';
import Ajv from 'ajv';
import isMyJsonValid from 'is-my-json-valid';
import jsonschema from 'jsonschema';
const readers = {
  ajv: (schema) => new Ajv.default().validate(schema, {}),
  'is-my-json-valid': (schema) => isMyJsonValid(schema)({}),
  'ajv, ownProperties': (schema) => new Ajv.default({ ownProperties: true }).validate(schema, {}),
  schemasafe: (schema) => schemasafe.validator(schema, { mode: 'lax' })({}),
  jsonschema: (schema) => jsonschema.validate({}, schema).valid,
};
const required = { type: 'object', required: ['constructor'] };
const optional = { type: 'object', properties: { constructor: { type: 'string' } } };
for (const [name, ask] of Object.entries(readers)) console.log(`${name}: ${ask(required)} ${ask(optional)}`);
JS
seen=$(node ask.mjs)
echo "$seen"
is 'readers' "$seen" 'ajv: true false
is-my-json-valid: true false
ajv, ownProperties: false true
schemasafe: false true
jsonschema: false true'
