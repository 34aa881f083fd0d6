#!/usr/bin/env bash
# git 2.39.5 (Debian 12), `git stash` in one of two worktrees of a repository, 2026-11-30.
#
# Guess: a stash belongs to the worktree that made it, as the index, HEAD and a bisect do.
# Behaviour: all worktrees share one stack. `git stash pop` in the second one takes what the first had put away, applies it
# there, and drops it from the list, though the list names the branch that it was made on. A
# `git stash` that finds nothing to save ends with 0, so the pop behind it takes the other's.
# Seen (first worktree: stash; second, without a change: stash, pop):
#   second: stash      0    No local changes to save
#   second: pop        0    f is modified, with the first one's words
#   first: pop         1    No stash entries found.
#
# Why it matters: agents work in worktrees side by side, and "stash, test, pop" is what each does. One gets the
# half of another's work into its commit. Use a commit on a branch of one's own, or refs/worktree/.
set -euo pipefail
command -v git >/dev/null || { echo 'git is not installed'; exit 77; }
git --version
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 LC_ALL=C
git init -q -b main first
cd first
git config user.name t
git config user.email t@example.org
echo one >f
git add f
git commit -qm one
git worktree add -q ../second
echo 'half of the work of the first' >f
git stash -q
run() { code=0; said=$(git -C "../$1" stash "$2" 2>&1) || code=$?; echo "$1 $2: $code $(grep -oE 'No .*|Dropped' <<<"$said") / $(cat "../$1/f")"; }
seen=$(run second push; run second pop; run first pop)
echo "$seen"
is 'the stack' "$seen" 'second push: 0 No local changes to save / one
second pop: 0 Dropped / half of the work of the first
first pop: 1 No stash entries found. / one'
