#!/usr/bin/env bash
# git 2.39.5 (Debian 12), git add and git notes, 2026-11-28.
#
# Guess: git add either adds all that it was told, or fails and adds nothing. A note belongs to a
# change and stays with it when the commit is amended.
# Behaviour: with one ignored path among its arguments git add exits with 1 after it has added the
# others. git commit --amend leaves the note at the old commit, with no message, unless
# notes.rewriteRef is set, which it is not; notes.rewrite.amend is true and does nothing alone.
# Seen:
#   git add good x.log (x.log ignored): exit 1, staged: good
#   note on HEAD, --amend:              0 notes on the new HEAD, 1 in the list
# The manual of git notes says that rewriteRef has no default.
#
# Why it matters: a tool that stages a list of files and stops at the exit code leaves half of them
# staged, and the next commit of somebody else takes them. Evidence that is kept in notes is lost from
# view by the most usual of all corrections, and pushed or fetched by nobody who does not ask for it.
set -euo pipefail
command -v git >/dev/null || { echo 'git is not installed'; exit 77; }
git --version
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME="$dir" GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@example.org GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@example.org
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

git init -q -b main repo
cd repo
echo '*.log' >.gitignore
echo 1 | tee good >x.log
git add .gitignore
git commit -qm one

code=0
git add good x.log 2>/dev/null || code=$?
staged=$(git diff --cached --name-only | paste -sd, -)
echo "git add: exit $code, staged: $staged"
is 'exit code' "$code" 1
is 'staged' "$staged" good

git notes add -m 'measured' HEAD
git commit -q --amend -m two
here=$({ git notes show HEAD 2>/dev/null || true; } | wc -l)
all=$(git notes list | wc -l)
echo "after --amend: $here notes on HEAD, $all in the list"
is 'notes on HEAD' "$here" 0
is 'notes in all' "$all" 1
