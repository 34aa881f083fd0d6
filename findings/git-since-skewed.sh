#!/usr/bin/env bash
# git 2.39.5 (Debian 12), `git log --since` and `git rev-list --before` behind a commit with an old date, 2026-11-30.
#
# Guess: --since shows every commit whose date is later, and --before -1 finds the last one before that date.
# Behaviour: the walk stops at the first commit that is older, so newer ones behind it are left out, of the log, of the
# count and of shortlog. -1 --before takes the first one in the walk, which is the old commit, not the last one by
# date. --since-as-filter, which is newer, looks at each.
# Seen (committed in this order: one 2026-01, two 2026-06-01, old 2020, four 2026-06-03):
#   log --since=2026-05-01                 four
#   log --since-as-filter=2026-05-01       four two
#   rev-list --count --since=2026-05-01    1
#   rev-list -1 --before=2026-06-02        old
#
# Why it matters: agents and builds set fixed dates (a rebase with --committer-date-is-author-date, SOURCE_DATE_EPOCH), and
# "what was done this night" then lacks what was done before. Ask by commits (A..B), never by dates.
set -euo pipefail
command -v git >/dev/null || { echo 'git is not installed'; exit 77; }
git --version
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
git init -q -b main .
git config user.name t
git config user.email t@example.org
commit() { GIT_AUTHOR_DATE=$1 GIT_COMMITTER_DATE=$1 git commit -q --allow-empty -m "$2"; }
commit 2026-01-01T00:00:00Z one
commit 2026-06-01T00:00:00Z two
commit 2020-01-01T00:00:00Z old
commit 2026-06-03T00:00:00Z four
log() { git log --format=%s "$@" | tr '\n' ' '; }
seen="since: $(log --since=2026-05-01)
as a filter: $(log --since-as-filter=2026-05-01)
count: $(git rev-list --count --since=2026-05-01 HEAD)
before: $(log -1 "$(git rev-list -1 --before=2026-06-02T00:00:00Z HEAD)")"
echo "$seen"
is 'walks' "$seen" 'since: four 
as a filter: four two 
count: 1
before: old '
