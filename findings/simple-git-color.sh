#!/usr/bin/env bash
# simple-git 4.0.2 (npm) over git 2.39.5 with color.ui=always, 2026-11-30.
#
# Guess: a library that parses the output of git asks for it without colours, so a user's color.ui=always in
# the global config makes no difference.
# Behaviour: two of its parsers read the colours. diffSummary() still has the sums and no files. branch() has a
# current branch whose name begins with an escape, and no branch that is called main. status() and log() are
# right, since git's porcelain ignores the setting and a format of its own has no colours.
# Seen (plain / color.ui=always):
#   diffSummary()   changed 1, +2 -1, files a.txt     changed 1, +2 -1, files none
#   branch()        main                              \x1b[32mmain\x1b[m
#   all includes main?   true                         false
#   status(), log()      the same in both
#
# Why it matters: a tool that lists what an agent changed by `files` sees no change beside a sum that is not 0,
# on the machines of those who like colours in pagers. Give simpleGit({ config: ['color.ui=false'] }), or ask
# git for --name-status -z.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error simple-git@4.0.2 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export HOME="$dir" GIT_CONFIG_NOSYSTEM=1
git init -q -b main work
cd work
git config user.name t
git config user.email t@example.org
echo a >a.txt
git add .
git commit -qm first
printf 'b\nc\n' >a.txt
cat >../ask.mjs <<'JS'
import { simpleGit } from 'simple-git';
const ask = async (config) => {
  const git = simpleGit({ baseDir: 'work', config });
  const diff = await git.diffSummary();
  const branch = await git.branch();
  const status = await git.status();
  const log = await git.log();
  const files = diff.files.map(({ file }) => file).join() || 'none';
  console.log(`changed ${diff.changed}, +${diff.insertions} -${diff.deletions}, files ${files}`);
  console.log(JSON.stringify(branch.current), branch.all.includes('main'));
  console.log(status.current, status.modified.join(), log.latest.message);
};
await ask([]);
await ask(['color.ui=always']);
await ask(['color.ui=false']);
JS
cd ..
seen=$(node ask.mjs)
echo "$seen"
plain='changed 1, +2 -1, files a.txt
"main" true
main a.txt first'
is 'three configs' "$seen" "$plain
changed 1, +2 -1, files none
\"\\u001b[32mmain\\u001b[m\" false
main a.txt first
$plain"
