#!/usr/bin/env bash
# js-yaml 5.5.0 (npm; 2026) beside yaml 2.9.1 (npm), load() and parse() with their defaults, 2026-11-28.
#
# Guess: js-yaml reads a workflow or a config as its version 4 did, and an empty file is undefined or
# null, as in yaml.
# Behaviour: the default schema of 5 is YAML 1.2's core schema. A file that is empty, or has comments
# only, throws. Merge keys are not merged: "<<" is a key. A date is a string. `%YAML 1.1` is read and
# ignored, where yaml follows it. The null key is "null", where yaml makes it "".
# Seen (js-yaml | yaml):
#   "# nothing yet"           throws: expected a document, but the input is empty | null
#   "%YAML 1.1" and "a: yes"  {"a":"yes"} | {"a":true}
#   "a: {<<: {x: 1}}"         {"a":{"<<":{"x":1}}} | the same
#   "null: a"                 {"null":"a"} | {"":"a"}
#
# Why it matters: two tools of one pipeline read one file, one with each. A config that its owner has
# commented out whole stops the one and is "no config" for the other, and a matrix built by anchors and
# "<<" loses its entries without a word on the step from 4 to 5.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error js-yaml@5.5.0 yaml@2.9.1 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >read.mjs <<'JS'
import { load } from 'js-yaml';
import { parse } from 'yaml';
const said = (read, text) => {
  try {
    return JSON.stringify(read(text));
  } catch (error) {
    return `throws: ${error.reason ?? error.code}`;
  }
};
for (const text of ['# nothing yet', '%YAML 1.1\n---\na: yes', 'a: {<<: {x: 1}}', 'a: 2026-11-28', 'null: a'])
  console.log(`${JSON.stringify(text)} ${said(load, text)} | ${said(parse, text)}`);
JS

seen=$(node read.mjs)
echo "$seen"
is 'js-yaml | yaml' "$seen" '"# nothing yet" throws: expected a document, but the input is empty | null
"%YAML 1.1\n---\na: yes" {"a":"yes"} | {"a":true}
"a: {<<: {x: 1}}" {"a":{"<<":{"x":1}}} | {"a":{"<<":{"x":1}}}
"a: 2026-11-28" {"a":"2026-11-28"} | {"a":"2026-11-28"}
"null: a" {"null":"a"} | {"":"a"}'
