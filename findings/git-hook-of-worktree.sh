#!/usr/bin/env bash
# git 2.39.5 (Debian 12), a pre-commit hook that runs tests which make a repository of their own, 2026-11-30.
#
# Guess: `git init`, `git add` and `git commit` in a temporary folder act on that folder, in a hook as well.
# Behaviour: so they do in the main worktree, where the hook is given GIT_INDEX_FILE as a relative path. In a linked worktree
# it is given GIT_DIR and an absolute GIT_INDEX_FILE: the test commits to the branch that is being committed to, with
# the author's staged change under the test's own message, and ends with 0. The commit itself then fails.
# Seen (variables of the hook, log of the branch, exit code of the commit):
#   main worktree      GIT_INDEX_FILE             outer first     0
#   linked worktree    GIT_DIR GIT_INDEX_FILE     inner first     128, cannot lock ref 'HEAD'
#
# Why it matters: the suite is green by hand and in CI, and its fixtures end up in the history of the agent that
# works in a worktree. Start each test run without the variables that `git rev-parse --local-env-vars` names.
set -euo pipefail
command -v git >/dev/null || { echo 'git is not installed'; exit 77; }
git --version
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 LC_ALL=C
export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@example.org GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@example.org
git init -q -b main main
cd main
echo 1 >f
git add f
git commit -qm first
git worktree add -q ../linked
cat >.git/hooks/pre-commit <<'HOOK'
#!/bin/sh
env | grep -oE '^GIT_(DIR|INDEX_FILE)' | sort | tr '\n' ' ' >"$SEEN"
mkdir "$FIXTURE" && cd "$FIXTURE" || exit 9
git init -q . && echo fixture >x && git add x && git commit -q --no-verify -m inner
HOOK
chmod +x .git/hooks/pre-commit
try() {
  cd "$dir/$1"
  echo 2 >f
  git add f
  code=0
  SEEN=$dir/$1.env FIXTURE=$dir/fixture-$1 git commit -qm outer 2>error || code=$?
  echo "$1: $(cat "$dir/$1.env")/ $(git log --format=%s | tr '\n' ' ')/ $(git ls-tree --name-only HEAD | tr '\n' ' ')/ $code $(grep -o "cannot lock ref 'HEAD'" error || true)"
}
seen=$(try main; try linked)
echo "$seen"
is 'hooks' "$seen" "main: GIT_INDEX_FILE / outer first / f / 0 
linked: GIT_DIR GIT_INDEX_FILE / inner first / f x / 128 cannot lock ref 'HEAD'"
