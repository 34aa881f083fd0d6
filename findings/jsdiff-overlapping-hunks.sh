#!/usr/bin/env bash
# diff 9.0.0 (npm, jsdiff), applyPatch, beside git apply (seen with 2.39.5), 2026-11-29.
#
# Guess: what git apply refuses, applyPatch answers with false; a line that one hunk has changed is not
# there for the next.
# Behaviour: a hunk may look at lines that the hunk before it has already changed, and they come back as
# they were. A patch that makes a new file is put before the text of the file that is there. A hunk that
# says it is at the start, or at the end, is put in the middle.
# Seen (applyPatch / git apply):
#   1 2 3, hunks "1 -2 +X" and "2 -3 +Y"      1 X 2 Y / refused       (the 2 is removed, and there)
#   old, a patch of a new file "+new"         new old / refused
#   0 1 2, hunk @@ -1,2 @@ "+X 1 2"           0 X 1 2 / refused
#
# Why it matters: patches that a model writes have hunks like these; a host that applies them with this
# library has a file that neither side wrote, and no error. Let git apply --check say yes first, or compare
# the result with what the patch removes.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error diff@9.0.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >apply.mjs <<'JS'
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { applyPatch } from 'diff';
const head = '--- a/f\n+++ b/f\n';
for (const [text, patch] of [
  ['1\n2\n3\n', `${head}@@ -1,3 +1,3 @@\n 1\n-2\n+X\n 3\n`],
  ['1\n2\n3\n', `${head}@@ -1,2 +1,2 @@\n 1\n-2\n+X\n@@ -2,2 +2,2 @@\n 2\n-3\n+Y\n`],
  ['old\n', '--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+new\n'],
  ['0\n1\n2\n', `${head}@@ -1,2 +1,3 @@\n+X\n 1\n 2\n`],
]) {
  writeFileSync('repo/f', text);
  const git = spawnSync('git', ['apply', '-'], { cwd: 'repo', input: patch }).status;
  console.log(`${JSON.stringify(applyPatch(text, patch))}, git ${git}`);
}
JS
git init -q repo
seen=$(node apply.mjs)
echo "$seen"
is 'patches' "$seen" '"1\nX\n3\n", git 0
"1\nX\n2\nY\n", git 1
"new\nold\n", git 1
"0\nX\n1\n2\n", git 1'
