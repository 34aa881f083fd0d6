#!/usr/bin/env bash
# isomorphic-git 1.44.19 (npm; 2026) on trees that git made (seen with 2.39.5), 2026-11-28.
#
# Guess: in a linked worktree (git worktree add) it works or it refuses; in a sparse checkout the files
# that are not checked out are unchanged, as git says; `chmod +x` is a change, as git says.
# Behaviour: it reads the worktree's own folder below .git, and not the common one. currentBranch()
# answers right, log() throws NotFoundError, and statusMatrix() calls every file of a clean worktree
# new. In a sparse checkout the files left out are deleted. A change of the mode alone is none.
# Seen (git status --porcelain is empty, empty, " M run.sh"):
#   worktree:        branch side; status a 0,2,2 (new); log NotFoundError
#   sparse checkout: status a 1,1,1 and d/b 1,0,1 (deleted)      mode: run.sh 1,1,1 (unchanged)
#
# Why it matters: agents work in worktrees. A tool built on this library sees a repository of new files
# there, and one that commits what it sees writes a root commit or deletes half of a sparse tree. Ask
# git itself, or refuse where .git is a file.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error isomorphic-git@1.44.19 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export GIT_CONFIG_GLOBAL=/dev/null
git init -q -b main repo
mkdir repo/d
echo 1 | tee repo/a repo/d/b >repo/run.sh
git -C repo add .
git -C repo -c user.name=t -c user.email=t@example.org commit -qm one
git -C repo worktree add -q "$dir/side" -b side 2>/dev/null
git clone -q repo sparse
git -C sparse sparse-checkout set --no-cone /a
git clone -q repo mode
chmod +x mode/run.sh
cat >look.mjs <<'JS'
import fs from 'node:fs';
import git from 'isomorphic-git';
const rows = async (dir) => (await git.statusMatrix({ fs, dir })).map(([path, ...states]) => `${path} ${states}`).join(' | ');
const [dir] = process.argv.slice(2);
const log = await git.log({ fs, dir }).then(({ length }) => `${length} commit`, ({ code }) => code);
console.log(`${dir}: ${await git.currentBranch({ fs, dir })}; ${await rows(dir)}; log: ${log}`);
JS

for tree in side sparse mode; do
  saw=$(node look.mjs "$tree")
  echo "$saw (git: \"$(git -C "$tree" status --porcelain)\")"
  case $tree in
    side) is "$tree" "$saw" 'side: side; a 0,2,2 | d/b 0,2,2 | run.sh 0,2,2; log: NotFoundError' ;;
    sparse) is "$tree" "$saw" 'sparse: main; a 1,1,1 | d/b 1,0,1 | run.sh 1,0,1; log: 1 commit' ;;
    mode) is "$tree" "$saw" 'mode: main; a 1,1,1 | d/b 1,1,1 | run.sh 1,1,1; log: 1 commit' ;;
  esac
done
