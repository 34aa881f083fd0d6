#!/usr/bin/env bash
# backlog.md 1.52.0 (npm), a task file that was edited by hand or by an agent, 2026-11-30.
#
# Guess: a file that cannot be read is an error or a warning, and an edit by the program keeps what it does not know.
# Behaviour: a title with a colon, which is no YAML, takes its task out of the list, the search and the sums of
# `overview`; `doctor` finds nothing, and all end with 0. Any edit drops keys of the front matter that the
# program does not know. Done is taken without a word while a criterion is open, and a list of a status that nobody
# has is "No tasks found" and 0.
# Seen:
#   three tasks, one with "title: Fix: login"      list 2 tasks, overview Total Tasks: 2, doctor 0
#   "estimate: 3" in the front matter, edit -s     gone
#   edit -s Done with an open criterion            0
#   task list -s Nobody                            No tasks found, 0
#
# Why it matters: "all tasks are done" is true when the open one is unreadable. Count the files of the folder
# beside the list, and quote every title.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error backlog.md@1.52.0 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export CI=1 HOME=$dir
mkdir project
cd project
git init -q .
git config user.name t
git config user.email t@example.org
backlog() { ../node_modules/.bin/backlog "$@" </dev/null 2>/dev/null; }
backlog init p --defaults >/dev/null
backlog config set remoteOperations false >/dev/null
for title in One Two; do backlog task create "$title" --ac works >/dev/null; done
backlog task create Three >/dev/null
sed -i 's/^title: Three/title: "Fix: login"/' backlog/tasks/*Three*
is 'a title in quotes' "$(backlog task list --plain | grep -c TASK-)" 3
sed -i 's/^title: .*/title: Fix: login/' backlog/tasks/*Three*
listed=$(backlog task list --plain | grep -c TASK-)
total=$(backlog overview | grep -o 'Total Tasks: [0-9]*')
code=0
backlog doctor >/dev/null || code=$?
echo "without quotes: listed $listed, $total, doctor $code"
is 'without quotes' "$listed $total $code" '2 Total Tasks: 2 0'
nobody=$(backlog task list -s Nobody --plain) || code=$?
is 'a status of nobody' "$nobody $code" 'No tasks found. 0'
sed -i 's/^status:/estimate: 3\nstatus:/' backlog/tasks/*One*
backlog task edit 1 -s Done >/dev/null || code=$?
echo "after an edit: $code, $(grep -oE '^estimate.*|^status: .*|^- \[ \].*' backlog/tasks/*One* | tr '\n' ';')"
is 'after an edit' "$code $(grep -oE '^estimate.*|^status: .*|^- \[ \].*' backlog/tasks/*One* | tr '\n' ';')" '0 status: Done;- [ ] #1 works;'
