#!/usr/bin/env bash
# genkit 1.42.0 (npm; 2026), 2026-11-29.
#
# Guess: with an output schema, an answer that the token limit cut off (finishReason length) is an error
# of generate, as an answer that breaks the schema is one. In a list a part that cannot be read is one.
# Behaviour: the answer is repaired until it can be read, then checked. What is missing is made up or
# left out: `{"passed": 1` of 12 is 1, `{"ok": fal` is false, and the last element of a cut array is
# gone. With the format jsonl a line that is no JSON is skipped. Of two objects in a text the first counts.
# Seen (answer, output):
#   {"passed": 1            length   {"passed":1}
#   [{"n":1},{"n":          length   [{"n":1}]
#   {"n":1} / oops / {"n":3 stop     [{"n":1},{"n":3}]
#   {"n":1} or {"n":2}      stop     {"n":1}
# The page on structured output speaks of a schema that the output conforms to, not of repair.
#
# Why it matters: a verdict, a count or a list of findings that was cut is a shorter one that is valid,
# and a review with its last finding lost says less than the reviewer did. Look at finishReason first,
# and let an answer carry its own count or end mark.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error genkit@1.42.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >answers.mjs <<'JS'
import { genkit, z } from 'genkit';
const ai = genkit({});
let answer;
const model = ai.defineModel({ name: 'scripted' }, async () => answer);
const object = (key) => z.object({ [key]: z.number() });
for (const [text, finishReason, output] of [
  ['{"passed": 12}', 'stop', { schema: object('passed') }],
  ['{"passed": 1', 'length', { schema: object('passed') }],
  ['[{"n":1},{"n":', 'length', { format: 'array', schema: z.array(object('n')) }],
  ['{"n":1}\noops\n{"n":3', 'stop', { format: 'jsonl', schema: z.array(object('n')) }],
  ['{"n":1} or {"n":2}', 'stop', { schema: object('n') }],
  ['{"n":"1"}', 'stop', { schema: object('n') }],
]) {
  answer = { message: { role: 'model', content: [{ text }] }, finishReason };
  const got = await ai.generate({ model, prompt: 'x', output }).then((r) => JSON.stringify(r.output), (error) => error.constructor.name);
  console.log(`${JSON.stringify(text)} ${finishReason}: ${got}`);
}
process.exit(0);
JS

seen=$(node answers.mjs 2>/dev/null)
echo "$seen"
is 'answers' "$seen" '"{\"passed\": 12}" stop: {"passed":12}
"{\"passed\": 1" length: {"passed":1}
"[{\"n\":1},{\"n\":" length: [{"n":1}]
"{\"n\":1}\noops\n{\"n\":3" stop: [{"n":1},{"n":3}]
"{\"n\":1} or {\"n\":2}" stop: {"n":1}
"{\"n\":\"1\"}" stop: ValidationError'
