#!/usr/bin/env bash
# git 2.39.5 (Debian 12), git apply, 2026-11-28.
#
# Guess: a patch that cannot be applied where git apply is called is an error.
# Behaviour: inside a repository, the paths of a patch are taken from its root, and files outside of the
# current folder are left out in silence. In a subfolder, a patch for a file of the root changes nothing
# and exits with 0, with --check too. -v prints "Skipped patch". Outside of a repository the same call
# fails. So it does in a plain folder, and not in the same folder below somebody's repository.
# Seen:
#   in the root: exit 0, changed     in sub/: exit 0, unchanged     in sub/ with --check: exit 0
#   outside:     exit 1 (No such file or directory)
# The manual says in its second sentence that paths outside of the current folder are ignored.
#
# Why it matters: tools and agents apply patches from where they stand, and exit code 0 is read as
# "applied". A working folder below an unrelated repository (a home that is one) makes every patch a
# success that does nothing. Look at the tree after it, or call it in the root.
set -euo pipefail
command -v git >/dev/null || { echo 'git is not installed'; exit 77; }
git --version
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME="$dir" GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@example.org GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@example.org
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

git init -q -b main repo
mkdir repo/sub outside
echo 1 >repo/top
git -C repo add .
git -C repo commit -qm one
echo 2 >repo/top
git -C repo diff >change.patch
git -C repo checkout -q top
run() {
  local code=0
  (cd "$1" && git apply "${@:2}" "$dir/change.patch" 2>/dev/null) || code=$?
  echo "exit $code, top is $(cat repo/top)"
}

sub=$(run repo/sub)
checked=$(run repo/sub --check)
outside=$(GIT_CEILING_DIRECTORIES="$dir" run outside)
root=$(run repo)
printf 'sub: %s\nsub --check: %s\noutside: %s\nroot: %s\n' "$sub" "$checked" "$outside" "$root"
is 'in a subfolder' "$sub" 'exit 0, top is 1'
is 'in a subfolder, --check' "$checked" 'exit 0, top is 1'
is 'outside of the repository' "$outside" 'exit 1, top is 1'
is 'in the root' "$root" 'exit 0, top is 2'
