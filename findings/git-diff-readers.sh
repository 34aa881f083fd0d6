#!/usr/bin/env bash
# parse-diff 0.12.0, parse-git-diff 0.0.20, what-the-diff 0.6.0 and diff2html 3.4.56 (npm), readers of what git
# 2.39.5 prints, 2026-11-30.
#
# Guess: all four name the changed file as it is called, and see that a merge has changed what both sides have.
# Behaviour: git writes a tab behind a name with a space in it, so that tools can tell where it ends. Two of the four
# take the tab into the name, and one begins names with "b/". `git show` of a merge has two columns of signs:
# parse-diff finds no line in it, and parse-git-diff reads a removed line of the other side as unchanged.
# A change of the mode beside a rename is told by parse-diff alone.
# Seen (the name of "a b.txt"; added and removed lines of a merge, which has 1 and 2):
#   parse-diff        "a b.txt"        0 0      what-the-diff    "b/a b.txt"      1 2
#   parse-git-diff    "a b.txt<tab>"   1 1      diff2html        "a b.txt<tab>"   1 2
#
# Why it matters: a check of "only these files were touched" does not know such a name, and one that reads the commits
# of a branch sees no change in the merge that resolved a conflict by hand. Ask git for names with `--name-status -z`,
# and for a merge with `--first-parent -m`.
set -euo pipefail
command -v git >/dev/null || { echo 'git is not installed'; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error parse-diff@0.12.0 parse-git-diff@0.0.20 what-the-diff@0.6.0 diff2html@3.4.56 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export GIT_CONFIG_GLOBAL=/dev/null
mkdir work
cd work
git init -q -b main
git config user.name t
git config user.email t@example.org
echo one >'a b.txt'
echo one >kept.txt
git add .
git commit -qm one
echo two >>'a b.txt'
git diff >../name.diff
git checkout -q -- .
git checkout -q -b other
echo other >kept.txt
git commit -qam other
git checkout -q main
echo main >kept.txt
git commit -qam main
git merge -q other >/dev/null 2>&1 || true
echo both >kept.txt
git commit -qam merge
git show --format= >../merge.diff
cd ..
cat >read.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { parse: html } = require('diff2html');
const parseDiff = require('parse-diff');
const { default: parseGitDiff } = require('parse-git-diff');
const { parse: what } = require('what-the-diff');
const text = (name) => readFileSync(`${name}.diff`, 'utf8');
const count = (lines, is) => lines.filter(is).length;
const gitLines = (file) => file.chunks.flatMap(({ changes }) => changes);
const whatLines = ({ hunks }) => hunks.flatMap(({ lines }) => lines.map((line) => line.slice(0, 2)));
const readers = {
  'parse-diff': (diff) => parseDiff(diff).map(({ to, additions, deletions }) => [to, additions, deletions]),
  'parse-git-diff': (diff) =>
    parseGitDiff(diff).files.map((file) => [
      file.path,
      count(gitLines(file), ({ type }) => type === 'AddedLine'),
      count(gitLines(file), ({ type }) => type === 'DeletedLine'),
    ]),
  'what-the-diff': (diff) =>
    what(diff).map((file) => [
      file.newPath ?? file.filePath,
      count(whatLines(file), (sign) => sign.includes('+')),
      count(whatLines(file), (sign) => sign.includes('-')),
    ]),
  diff2html: (diff) => html(diff).map(({ newName, addedLines, deletedLines }) => [newName, addedLines, deletedLines]),
};
for (const [name, read] of Object.entries(readers)) {
  const [[named]] = read(text('name'));
  const [[, added, removed]] = read(text('merge'));
  console.log(`${name}: ${JSON.stringify(named)} ${added} ${removed}`);
}
JS
seen=$(node read.cjs)
echo "$seen"
is 'readings' "$seen" 'parse-diff: "a b.txt" 0 0
parse-git-diff: "a b.txt\t" 1 1
what-the-diff: "b/a b.txt" 1 2
diff2html: "a b.txt\t" 1 2'
