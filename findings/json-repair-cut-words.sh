#!/usr/bin/env bash
# jsonrepair 3.15.0, best-effort-json-parser 1.5.1, json-repair-js 1.0.0, partial-json 0.1.7 and
# untruncate-json 0.0.1 (npm), on answers of a model that are cut or not quite JSON, 2026-11-29.
#
# Guess: all five read a word that is cut or written as in Python as the value it stands for, or leave
# it out; a list stays as long as it is.
# Behaviour: two of the five make a text of it. A text that is not empty is true, so a cut or a Python
# "false" is true for an `if`. best-effort-json-parser also takes the bracket into the text, and makes a
# bracket of the wrong kind an entry of the list.
# Seen (the value of ok, or the list):
#   jsonrepair          {"ok":fal: "fal"    {"ok":False}: false        {"ok":[1,2}: [1,2]
#   best-effort         {"ok":fal: false    {"ok":False}: "False}"     {"ok":[1,2}: [1,2,"}"]
#   json-repair-js      {"ok":fal: "fal"    {"ok":False}: "False"      {"ok":[1,2}: [1,2,""]
#   partial-json        {"ok":fal: false    {"ok":False}: left out     {"ok":[1,2}: [1,2]
#   untruncate-json     {"ok":fal: false    the other two: an error
#
# Why it matters: a verdict of a model that is read while it streams, or after a cut, is "passed" where
# the model wrote the opposite. Compare with === true, and check the type after any repair.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error --ignore-scripts jsonrepair@3.15.0 best-effort-json-parser@1.5.1 json-repair-js@1.0.0 partial-json@0.1.7 untruncate-json@0.0.1 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >repair.cjs <<'JS'
const libraries = {
  jsonrepair: (text) => JSON.parse(require('jsonrepair').jsonrepair(text)),
  'best-effort-json-parser': require('best-effort-json-parser').parse,
  'json-repair-js': require('json-repair-js').loads,
  'partial-json': require('partial-json').parse,
  'untruncate-json': (text) => JSON.parse(require('untruncate-json').default(text)),
};
for (const [name, repair] of Object.entries(libraries)) {
  const said = ['{"ok":fal', '{"ok":False}', '{"ok":[1,2}'].map((text) => {
    try {
      return JSON.stringify(repair(text).ok) ?? 'left out';
    } catch {
      return 'error';
    }
  });
  console.log(`${name}: ${said.join('  ')}`);
}
JS
seen=$(node repair.cjs)
echo "$seen"
is 'repairs' "$seen" 'jsonrepair: "fal"  false  [1,2]
best-effort-json-parser: false  "False}"  [1,2,"}"]
json-repair-js: "fal"  "False"  [1,2,""]
partial-json: false  left out  [1,2]
untruncate-json: false  error  error'
