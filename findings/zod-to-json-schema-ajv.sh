#!/usr/bin/env bash
# zod 4.6.7 and ajv 8.20.0 (npm): z.toJSONSchema(…, { io: 'input' }) read by ajv/dist/2020, 2026-11-28.
#
# Guess: the input schema accepts what the zod schema accepts, and a JSON Schema validator takes it.
# Behaviour, three times not:
# - startsWith, endsWith, includes, lowercase, uppercase get a `format` of zod's own ("starts_with")
#   beside the pattern; ajv in its default, strict mode throws: unknown format.
# - .catch(x) accepts a missing key, and the key is in `required`, with a default.
# - the flags of a regex are lost: /^a/i accepts "A", {"pattern":"^a"} does not.
# Seen:
#   startsWith: ajv: unknown format "starts_with" ignored in schema at path "#"
#   catch: zod accepts {}, ajv refuses (required: d)       regex: zod accepts "A", ajv refuses
#
# Why it matters: the pair is how tools of agents are described (MCP, structured answers): the schema
# goes to the model or the client, zod checks what comes back. The client refuses, before it is sent,
# what the server would take, or falls over the schema itself.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error zod@4.6.7 ajv@8.20.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >pairs.mjs <<'JS'
import * as z from 'zod';
import { Ajv2020 } from 'ajv/dist/2020.js';
for (const [name, schema, value] of [
  ['startsWith', z.string().startsWith('a'), 'ab'],
  ['catch', z.object({ d: z.string().catch('q') }), {}],
  ['regex', z.string().regex(/^a/i), 'A'],
]) {
  let ajv;
  try {
    ajv = new Ajv2020().validate(z.toJSONSchema(schema, { io: 'input' }), value) ? 'accepts' : 'refuses';
  } catch (error) {
    ajv = `throws: ${error.message}`;
  }
  console.log(`${name}: zod ${schema.safeParse(value).success ? 'accepts' : 'refuses'}, ajv ${ajv}`);
}
JS

seen=$(node pairs.mjs)
echo "$seen"
is 'verdicts' "$seen" 'startsWith: zod accepts, ajv throws: unknown format "starts_with" ignored in schema at path "#"
catch: zod accepts, ajv refuses
regex: zod accepts, ajv refuses'
