#!/usr/bin/env bash
# Taskwarrior 2.6.2 (Debian 12, package taskwarrior), tasks of another tool imported as JSON, 2026-11-30.
#
# Guess: a status that Taskwarrior does not know is an error, or the task is pending; a filter with a key that does not
# exist is an error.
# Behaviour: a status is told by its first letter. "done", as most task lists of agents write, is imported as deleted,
# and "cancelled" as completed, with exit code 0 and a line "add". A filter with a key that is misspelt is a search for its text, so it counts 0, with exit code 0. A
# blocked task can be completed: the warning is words.
# Seen:
#   import of status done, cancelled, closed, completed, pending    deleted, completed, completed, completed, pending
#   task count status:pending    1      task count satus:pending    0, exit code 0
#   task 2 done, which depends on 1     completed, exit code 0
#
# Why it matters: what was done is in no count of what is completed, and what was given up is. Map the words to
# pending, completed, waiting and deleted first, and compare the counts.
set -euo pipefail
command -v task >/dev/null && task --version 2>/dev/null | grep -q '^2\.' || { echo 'taskwarrior 2 is not installed'; exit 77; }
dpkg-query -W -f '${Package} ${Version}\n' taskwarrior 2>/dev/null || true
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export TASKRC=$dir/rc TASKDATA=$dir/data
mkdir data
printf 'data.location=%s/data\nconfirmation=no\nverbose=nothing\n' "$dir" >rc
code=0
cat >tasks.json <<'JSON'
[{"description":"a","status":"done"},{"description":"b","status":"cancelled"},{"description":"c","status":"closed"},{"description":"d","status":"completed"},{"description":"e","status":"pending"}]
JSON
task import tasks.json >out 2>&1 || code=$?
status() { task export | tr '}' '\n' | grep "\"description\":\"$1\"" | grep -oE '"status":"[a-z]+"' | cut -d'"' -f4; }
imported=$(for each in a b c d e; do status $each; done | paste -sd' ' -)
counts="$(task count status:pending) $(task count status:completed) $(task count satus:pending)"
echo "import: exit code $code, $imported; pending, completed, satus: $counts"
is 'import' "$code $imported" '0 deleted completed completed completed pending'
is 'counts' "$counts" '1 3 0'
task add first >/dev/null
task add second depends:2 >/dev/null
task 3 done >/dev/null 2>&1 </dev/null || code=$?
echo "a blocked task: $(status second), exit code $code"
is 'a blocked task' "$(status second) $code" 'completed 0'
