#!/usr/bin/env bash
# git 2.39.5 (Debian 12), a file written outside of the cone of a sparse checkout, 2026-11-29.
#
# Guess: a tracked file that `git status` shows as modified can be added, and commit -a takes it.
# Behaviour: a program writes other/b, which is tracked and outside of the cone. Status says " M". git
# add refuses the path with exit code 1, `git add -A` takes nothing and exits with 0, `git commit -a`
# exits with 1 and says that nothing was added, in a sentence after "100% of tracked files present".
# git grep finds the new text all the same, and before the write it found no text of that file at all,
# although ls-files names it.
# Seen:
#   grep before: exit 1            status: M other/b
#   add other/b: exit 1            add -A: exit 0, 0 staged
#   commit -a:   exit 1            grep after: other/b
#
# Why it matters: an agent that works in a sparse checkout and writes a file of another folder sees its
# change in every status, and a loop that waits for a clean tree after `git add -A` and a commit never
# gets one. `git add --sparse` is the way out.
set -euo pipefail
command -v git >/dev/null || { echo 'git is not installed'; exit 77; }
git --version
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME="$dir" GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@example.org GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@example.org
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }
code_of() { code=0; "$@" >"$dir/said" 2>&1 || code=$?; }

git init -q -b main repo
cd repo
mkdir lib other
echo a >lib/a
echo needle >other/b
git add .
git commit -qm one
git sparse-checkout set --cone lib

code_of git grep -l needle
before=$code
mkdir -p other
echo needles >other/b
status=$(git status --porcelain)
code_of git add other/b
add=$code
code_of git add -A
all=$code staged=$(git diff --cached --name-only | wc -l)
code_of git commit -am two
commit=$code present=$(grep -o '100% of tracked files present' "$dir/said" || true)
after=$(git grep -l needles || true)
printf 'grep before %s, status "%s", add %s, add -A %s with %s staged, commit -a %s (%s), grep after %s\n' \
  "$before" "$status" "$add" "$all" "$staged" "$commit" "$present" "$after"
is 'grep before' "$before" 1
is 'status' "$status" ' M other/b'
is 'git add' "$add" 1
is 'git add -A' "$all" 0
is 'staged' "$staged" 0
is 'git commit -a' "$commit" 1
is 'what it says' "$present" '100% of tracked files present'
is 'grep after' "$after" other/b
