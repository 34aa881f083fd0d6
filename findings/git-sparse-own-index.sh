#!/usr/bin/env bash
# git 2.39.5 (Debian 12), a sparse checkout and an index of one's own (GIT_INDEX_FILE), 2026-11-29.
#
# Guess: `git add -A` and `git write-tree` give the tree of what is on the disk, whichever index file is
# used; so they delete the files that a sparse checkout leaves out, or they never do.
# Behaviour: it depends on how that index began. A new one: the files outside are deleted in the tree.
# A copy of the repository's index: they stay. One filled by `git read-tree HEAD`: they stay as well,
# although none of its entries has the mark that keeps them, and `git status` with it shows no deletion.
# Seen, with lib inside, other/b outside, and lib/c new:
#   new index               A lib/c, D other/b
#   git read-tree HEAD      A lib/c     (marked in it: 0 files)
#   copy of .git/index      A lib/c     (marked in it: 1 file)
# The manual of git sparse-checkout warns of commands that act outside, and not of index files.
#
# Why it matters: tools that record checkpoints of an agent's work use an index of their own, so as not
# to touch the user's. One that begins with an empty one commits a tree in which most of a large
# repository is deleted.
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
mkdir lib other
echo a >lib/a
echo b >other/b
git add .
git commit -qm one
git sparse-checkout set --cone lib
echo c >lib/c

own="$dir/own"
marked() { GIT_INDEX_FILE=$own git ls-files -t | grep -c '^S' || true; }
tree() {
  GIT_INDEX_FILE=$own git add -A
  git diff --name-status HEAD "$(GIT_INDEX_FILE=$own git write-tree)" | tr '\t' ' ' | paste -sd, -
}
new=$(tree)
rm "$own"
GIT_INDEX_FILE=$own git read-tree HEAD
read_marked=$(marked) read=$(tree)
cp .git/index "$own"
copied_marked=$(marked) copied=$(tree)
printf 'new: %s\nread-tree: %s (%s marked)\ncopy: %s (%s marked)\n' "$new" "$read" "$read_marked" "$copied" "$copied_marked"
is 'a new index' "$new" 'A lib/c,D other/b'
is 'read-tree' "$read" 'A lib/c'
is 'marked by read-tree' "$read_marked" 0
is 'a copy' "$copied" 'A lib/c'
is 'marked in the copy' "$copied_marked" 1
