#!/usr/bin/env bash
# @fission-ai/openspec 1.13.2 (npm; its program `openspec`, 2026), tasks of a change, 2026-11-28.
#
# Guess: the tasks of a change are the check boxes that its tasks.md shows as such; a dropped one, [-],
# does not count; and a change with open tasks is not archived without a question.
# Behaviour: lines are counted, not Markdown. A box in a fenced example is an open task, and so is [-]:
# a change whose work is done stays "in-progress" for good. A change without boxes is "no-tasks". And
# `archive --yes` archives with open tasks: a warning, exit code 0, the specs are updated.
# Seen:
#   - [x] done, - [-] dropped, fenced "- [ ] an example"   ->  1 of 3, in-progress
#   - [x] done, - [ ] open; archive --yes                  ->  exit 0, archived, specs/pay/spec.md written
# The help says of --yes that it skips questions.
#
# Why it matters: tools that read the same file as Markdown see 1 of 1 and call the change done, while
# the list says in-progress. "It is archived" is no evidence that its tasks are done, and agents pass
# --yes always.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error @fission-ai/openspec@1.13.2 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export PATH="$dir/node_modules/.bin:$PATH" OPENSPEC_TELEMETRY=0 DO_NOT_TRACK=1 NO_COLOR=1 HOME="$dir"
mkdir -p work/openspec/specs work/openspec/changes/pay/specs/pay
cd work
change=openspec/changes/pay
printf '## Why\nPeople have to be able to pay, and nobody can do that today at all.\n\n## What Changes\n- paying\n' >$change/proposal.md
printf '## ADDED Requirements\n### Requirement: Pay\nThe system SHALL pay.\n\n#### Scenario: ok\n- **WHEN** asked\n- **THEN** it pays\n' >$change/specs/pay/spec.md
count() {
  openspec list --json 2>/dev/null | node -p 'const [c] = JSON.parse(require("fs").readFileSync(0, "utf8")).changes; `${c.completedTasks} of ${c.totalTasks}, ${c.status}`'
}

printf -- '- [x] done\n- [-] dropped\n\n```\n- [ ] an example\n```\n' >$change/tasks.md
counted=$(count)
printf -- 'no boxes\n' >$change/tasks.md
none=$(count)
printf -- '- [x] done\n- [ ] open\n' >$change/tasks.md
code=0
openspec archive pay --yes >said 2>&1 || code=$?
written=$(find openspec/specs -name spec.md)
printf 'with a fence: %s\nwithout boxes: %s\narchive --yes: %s (exit %s), %s\n' "$counted" "$none" "$(grep -o '[0-9]* incomplete task' said)" "$code" "$written"
is 'the count' "$counted" '1 of 3, in-progress'
is 'without boxes' "$none" '0 of 0, no-tasks'
is 'exit code of archive --yes' "$code" 0
is 'specs' "$written" 'openspec/specs/pay/spec.md'
