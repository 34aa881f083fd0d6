#!/usr/bin/env bash
# node-diff3 3.2.1 (npm; 2026), merge(), beside git merge-file (seen with 2.39.5), 2026-11-29.
#
# Guess: two changed texts and their origin are merged by lines, and what comes back is the merged text.
# Behaviour: a text is cut at each run of white space, so that it is merged by words, and the white space is
# gone: the result is a list of words without lines or indents. Two changes in one line, a conflict for
# git, are none. With stringSeparator "\n" the merge is by lines, and the conflict is there.
# Seen (conflict, result by default / git merge-file):
#   if (a) {\n  b();\n}\n, with b changed on one side      no, if (a) { c(); } in words / c() in its line
#   x = 1 + 2, one side 3 + 2, the other 1 + 4             no, x = 3 + 4 / conflict
#
# Why it matters: two agents change the same line, each for itself right, and the merge says that there is
# no conflict; and a file that is joined again from the result is on one line. Give the separator, always.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error --force node-diff3@3.2.1 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >merge.mjs <<'JS'
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { merge } from 'node-diff3';
for (const [mine, base, theirs] of [
  ['if (a) {\n  c();\n}\n', 'if (a) {\n  b();\n}\n', 'if (a) {\n  b();\n}\n'],
  ['x = 3 + 2\n', 'x = 1 + 2\n', 'x = 1 + 4\n'],
]) {
  for (const [name, text] of [['mine', mine], ['base', base], ['theirs', theirs]]) writeFileSync(name, text);
  const git = spawnSync('git', ['merge-file', '-p', 'mine', 'base', 'theirs']).status;
  const words = merge(mine, base, theirs);
  const lines = merge(mine, base, theirs, { stringSeparator: '\n' });
  console.log(`${words.conflict} ${JSON.stringify(words.result)} | lines ${lines.conflict} | git ${git}`);
}
JS
seen=$(node merge.mjs)
echo "$seen"
is 'merges' "$seen" 'false ["if","(a)","{","c();","}",""] | lines false | git 0
false ["x","=","3","+","4",""] | lines true | git 1'
