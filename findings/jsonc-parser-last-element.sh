#!/usr/bin/env bash
# jsonc-parser 3.3.1 (npm), `modify` with no value (it removes), 2026-11-29.
#
# Guess: the edits that remove an element of a list leave a document that parses to the same list without
# it, wherever the element is; and they touch nothing else.
# Behaviour: where the last element of a list on one line is removed, a brace of it stays, and what comes
# out is no JSON; no error is raised. The first element goes well.
# Seen:
#   first {"list":[{"b":2}]} JSON        last {"list":[{"a":1}}]} no JSON
#
# Why it matters: settings of an agent program that a tool edits "as text" would be lost. dualgate cuts the
# text between two elements itself, and reads the result before it writes it.
# Source: the package's README: "modify … Removes the value" with an undefined value.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error jsonc-parser@3.3.1 >/dev/null
cat >say.cjs <<'JS'
const { applyEdits, modify } = require('jsonc-parser');
const removed = (text, at) => applyEdits(text, modify(text, ['list', at], undefined, { formattingOptions: {} }));
const text = '{"list":[{"a":1},{"b":2}]}';
for (const [name, at] of [['first', 0], ['last', 1]]) {
  const said = removed(text, at);
  let json = 'JSON';
  try { JSON.parse(said); } catch { json = 'no JSON'; }
  console.log(name, said.replace(/\s+/g, ''), json);
}
JS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }
node say.cjs | tee said
is 'first' "$(sed -n 1p said)" 'first {"list":[{"b":2}]} JSON'
is 'last' "$(sed -n 2p said)" 'last {"list":[{"a":1}}]} no JSON'
