#!/usr/bin/env bash
# git 2.39.5 (Debian 12), git bundle and git clone, 2026-11-28.
#
# Guess: a bundle of a branch, or of HEAD on that branch, is cloned to a checkout of the branch; if it
# cannot be, clone fails.
# Behaviour: a bundle names what it was made of, and clone wants both. Of `main` alone: exit code 0, a
# warning, and an empty work tree on an unborn branch of the default name. Of HEAD alone: the files are
# there, detached, and no branch exists, local or remote. Of HEAD and main: as guessed.
# Seen:
#   main:       exit 0, 0 files, HEAD does not resolve, branches: origin/main
#   HEAD:       exit 0, 1 file,  HEAD detached,         branches: none
#   HEAD main:  exit 0, 1 file,  HEAD on main,          branches: main origin/HEAD origin/main
#
# Why it matters: bundles carry evidence and repositories between machines without a network. A restore
# that looks at the exit code has an empty tree, in which a test run finds no test; one from HEAD has
# commits that the next switch leaves to the garbage collection.
set -euo pipefail
command -v git >/dev/null || { echo 'git is not installed'; exit 77; }
git --version
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME="$dir" GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@example.org GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@example.org
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

git init -q -b main repo
echo 1 >repo/a
git -C repo add a
git -C repo commit -qm one
run() {
  rm -rf copy
  git -C repo bundle create -q "$dir/b.bundle" "$@"
  local code=0
  git -c init.defaultBranch=trunk clone -q b.bundle copy 2>/dev/null || code=$?
  echo "exit $code, $(find copy -name a | wc -l) files, on $(git -C copy symbolic-ref -q --short HEAD || echo nothing)," \
    "branches: $(git -C copy for-each-ref --format='%(refname)' | sed 's,refs/[a-z]*/,,' | paste -sd' ' -)"
}

main=$(run main)
head=$(run HEAD)
both=$(run HEAD main)
printf 'main: %s\nHEAD: %s\nHEAD main: %s\n' "$main" "$head" "$both"
is 'a bundle of main' "$main" 'exit 0, 0 files, on trunk, branches: origin/main'
is 'a bundle of HEAD' "$head" 'exit 0, 1 files, on nothing, branches: '
is 'a bundle of both' "$both" 'exit 0, 1 files, on main, branches: main origin/HEAD origin/main'
