#!/usr/bin/env bash
# picomatch 4.0.7, micromatch 4.0.8, minimatch 11.0.9, zeptomatch 2.1.0 and path.matchesGlob of Node
# 26.10.0 (npm packages; 2026), 2026-11-29.
#
# Guess: brackets are what POSIX says they are: [!a] is any character but a, [ab] is a or b and not itself,
# and a backslash takes the meaning from a bracket.
# Behaviour: for picomatch and micromatch [!a] is "!" or a, the opposite; [^a] works. Both also match a
# path that is the pattern, letter by letter, so [id] is a folder of that name. path.matchesGlob takes a
# backslash for a separator on Linux too, so an escaped bracket matches nothing. And src/** is src itself
# for three of the five.
# Seen (picomatch, micromatch, minimatch, zeptomatch, Node; 1 is a match):
#   [!a].ts on b.ts    0 0 1 1 1        [id]/p.ts on [id]/p.ts      1 1 0 0 0
#   [!a].ts on a.ts    1 1 0 0 0        \[id\]/p.ts on [id]/p.ts    1 1 1 1 0
#   [^a].ts on b.ts    1 1 1 1 1        src/** on src               1 1 0 1 0
#
# Why it matters: a list of protected or ignored files means the opposite when a tool changes its library,
# and nothing says so. Folders in brackets are routes in Next.js. Test a glob on one path that it must
# match and on one that it must not, or write ? for the bracket, which all of them take.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error picomatch@4.0.7 micromatch@4.0.8 minimatch@11.0.9 zeptomatch@2.1.0 node@26.10.0 >/dev/null
unset NODE_EXTRA_CA_CERTS NODE_OPTIONS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >match.mjs <<'JS'
import { matchesGlob } from 'node:path';
import micromatch from 'micromatch';
import { minimatch } from 'minimatch';
import picomatch from 'picomatch';
import zeptomatch from 'zeptomatch';
const libraries = [
  (glob, path) => picomatch.isMatch(path, glob),
  (glob, path) => micromatch.isMatch(path, glob),
  (glob, path) => minimatch(path, glob),
  (glob, path) => zeptomatch(glob, path),
  (glob, path) => matchesGlob(path, glob),
];
for (const [glob, path] of [
  ['[!a].ts', 'b.ts'],
  ['[!a].ts', 'a.ts'],
  ['[^a].ts', 'b.ts'],
  ['[id]/p.ts', '[id]/p.ts'],
  ['\\[id\\]/p.ts', '[id]/p.ts'],
  ['?id?/p.ts', '[id]/p.ts'],
  ['src/**', 'src'],
])
  console.log(`${glob} on ${path}: ${libraries.map((matches) => Number(matches(glob, path))).join(' ')}`);
JS

seen=$(node_modules/.bin/node match.mjs 2>/dev/null)
echo "$seen"
is 'matches' "$seen" '[!a].ts on b.ts: 0 0 1 1 1
[!a].ts on a.ts: 1 1 0 0 0
[^a].ts on b.ts: 1 1 1 1 1
[id]/p.ts on [id]/p.ts: 1 1 0 0 0
\[id\]/p.ts on [id]/p.ts: 1 1 1 1 0
?id?/p.ts on [id]/p.ts: 1 1 1 1 1
src/** on src: 1 1 0 1 0'
