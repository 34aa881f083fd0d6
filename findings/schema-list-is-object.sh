#!/usr/bin/env bash
# valibot 1.5.0, arktype 2.2.10, superstruct 2.0.2, zod 4.6.7, yup 1.7.1, joi 18.3.2, typebox 1.4.3 and
# effect 4.1.0 (npm), 2026-11-29.
#
# Guess: an object whose keys are all optional is an object: lists, functions and nothing at all are
# refused by each of the eight. NaN is not a number that one wants.
# Behaviour: valibot and arktype take a list for it, arktype and yup a function, yup and joi also
# undefined, which yup makes an empty object of. NaN is a number for effect alone, and Infinity for five.
# A key that is there and undefined is refused by arktype alone. yup and joi read numbers out of texts.
# Seen (valibot arktype superstruct zod yup joi typebox effect; + is valid):
#   []            + + . . . . . .        { a: undefined }    + . + + + + + +
#   () => 1       . + . . + . . .        NaN                 . . . . . . . +
#   undefined     . . . . + + . .        Infinity            + + + . + . . +
#
# Why it matters: a config or a hook's settings are such objects, and a file that holds [] is then valid
# and without effect: every guard in it is off. Ask for one key that must be there, such as a version.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error --force valibot@1.5.0 arktype@2.2.10 superstruct@2.0.2 zod@4.6.7 yup@1.7.1 joi@18.3.2 typebox@1.4.3 effect@4.1.0 node@26.10.0 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS NODE_OPTIONS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >schemas.mjs <<'JS'
import { type } from 'arktype';
import { Schema } from 'effect';
import Joi from 'joi';
import * as superstruct from 'superstruct';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import * as valibot from 'valibot';
import * as yup from 'yup';
import { z } from 'zod';
const libraries = [
  [valibot.object({ a: valibot.optional(valibot.string()) }), valibot.number(), (schema, it) => valibot.is(schema, it)],
  [type({ 'a?': 'string' }), type('number'), (schema, it) => schema.allows(it)],
  [superstruct.object({ a: superstruct.optional(superstruct.string()) }), superstruct.number(), (schema, it) => superstruct.is(it, schema)],
  [z.object({ a: z.string().optional() }), z.number(), (schema, it) => schema.safeParse(it).success],
  [yup.object({ a: yup.string() }), yup.number(), (schema, it) => schema.isValidSync(it)],
  [Joi.object({ a: Joi.string() }), Joi.number(), (schema, it) => schema.validate(it).error === undefined],
  [Type.Object({ a: Type.Optional(Type.String()) }), Type.Number(), (schema, it) => Value.Check(schema, it)],
  [Schema.Struct({ a: Schema.optional(Schema.String) }), Schema.Number, (schema, it) => Schema.is(schema)(it)],
];
for (const [name, which, it] of [
  ['{}', 0, {}],
  ['[]', 0, []],
  ['() => 1', 0, () => 1],
  ['undefined', 0, undefined],
  ['null', 0, null],
  ['{ a: undefined }', 0, { a: undefined }],
  ['NaN', 1, NaN],
  ['Infinity', 1, Infinity],
])
  console.log(`${name}: ${libraries.map((one) => (one[2](one[which], it) ? '+' : '.')).join(' ')}`);
JS
seen=$(node_modules/.bin/node schemas.mjs)
echo "$seen"
is 'schemas' "$seen" '{}: + + + + + + + +
[]: + + . . . . . .
() => 1: . + . . + . . .
undefined: . . . . + + . .
null: . . . . . . . .
{ a: undefined }: + . + + + + + +
NaN: . . . . . . . +
Infinity: + + + . + . . +'
