#!/usr/bin/env bash
# git 2.39.5 (Debian 12), git status --porcelain, 2026-11-28.
#
# Guess: --porcelain is for scripts: the same in every configuration of the user.
# Behaviour: its form is, what it lists is not. With status.showUntrackedFiles=no (a setting for large
# homes under git) new files are not listed, in v1 and v2 alike; diff.ignoreSubmodules and
# status.renames change the entries too. git add -A then commits the file that status did not show.
# Seen, with one new and one renamed file:
#   default:                        R  a -> b, ?? new
#   status.showUntrackedFiles=no:   R  a -> b
#   status.renames=false:           D  a, A  b, ?? new
# The manual says that porcelain is stable "regardless of user configuration".
#
# Why it matters: "the work tree is clean" and "what did this turn change" are asked in this way. With
# one line in a user's own configuration the answer is "nothing". A tool has to say --untracked-files
# and --renames or --no-renames itself; options win over the configuration.
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
echo 1 >a
git add a
git commit -qm one
git mv a b
echo 1 >new
listed() { git "$@" | paste -sd, -; }

usual=$(listed status --porcelain)
hidden=$(listed -c status.showUntrackedFiles=no status --porcelain)
apart=$(listed -c status.renames=false status --porcelain)
option=$(listed -c status.showUntrackedFiles=no status --porcelain --untracked-files)
printf 'default: %s\nshowUntrackedFiles=no: %s\nrenames=false: %s\nthe option: %s\n' "$usual" "$hidden" "$apart" "$option"
is 'default' "$usual" 'R  a -> b,?? new'
is 'showUntrackedFiles=no' "$hidden" 'R  a -> b'
is 'renames=false' "$apart" 'D  a,A  b,?? new'
is 'showUntrackedFiles=no and the option' "$option" 'R  a -> b,?? new'
