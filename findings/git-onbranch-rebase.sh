#!/usr/bin/env bash
# git 2.39.5 (Debian 12), a config that is included by the branch, in a rebase of that branch, 2026-11-29.
#
# Guess: includeIf "onbranch:work" stays in force while the branch work is rebased: the branch has the
# same name before and after, and its commits keep their author and committer.
# Behaviour: a rebase detaches HEAD, and no branch is on. A command of --exec (the tests) and everything
# done in a stopped rebase see the config without the include: another user, other ignored files. The
# committer depends on the backend: the default one read it before, --apply reads it afterwards.
# Seen, with a user and an excludesFile for work, and build/ ignored by it:
#   git rebase --exec 'git config user.email; git status --porcelain'  ->  home@example.org, ?? build/
#   committer of the replayed commits  ->  Work by default, Home after git rebase --apply
#   git worktree add --detach  ->  home@example.org
# "onbranch" is documented as the branch that is checked out; that a rebase has none is not said there.
#
# Why it matters: a tool that runs tests for each commit of a rebase, or in a detached work tree, sees
# files of a build as new, and `git add --all` in a stopped rebase commits them.
set -euo pipefail
command -v git >/dev/null || { echo "git is not installed (seen with 2.39.5 of Debian 12)"; exit 77; }
git --version
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export HOME="$dir" GIT_CONFIG_NOSYSTEM=1
unset XDG_CONFIG_HOME GIT_DIR GIT_AUTHOR_EMAIL GIT_COMMITTER_EMAIL
printf '[user]\n\tname = Home\n\temail = home@example.org\n[includeIf "onbranch:work"]\n\tpath = work\n' >.gitconfig
printf '[user]\n\tname = Work\n\temail = work@example.org\n[core]\n\texcludesFile = ~/ignored\n' >work
echo 'build/' >ignored
git init --quiet --initial-branch=main r
cd r
git commit --quiet --allow-empty --message=base
git switch --quiet --create work
for each in one two; do
  echo "$each" >"$each"
  git add "$each"
  git commit --quiet --message="$each"
done
mkdir build
echo x >build/x
committers() { git log --format=%cn -2 | tr '\n' ' '; }

is 'status on the branch' "$(git status --porcelain)" ''
seen=$(git rebase --quiet --force-rebase --exec 'git config user.email; git status --porcelain' HEAD~1 2>/dev/null)
echo "$seen"
is 'in the rebase' "$seen" $'home@example.org\n?? build/'
is 'committers, default backend' "$(committers)" 'Work Work '
git rebase --quiet --apply --force-rebase HEAD~1 2>/dev/null
committers; echo
is 'committers, --apply' "$(committers)" 'Home Work '
git worktree add --quiet --detach ../tree 2>/dev/null
is 'in a detached work tree' "$(git -C ../tree config user.email)" 'home@example.org'
is 'on the branch again' "$(git config user.email)" 'work@example.org'
