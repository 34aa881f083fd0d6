#!/usr/bin/env bash
# @cucumber/cucumber 13.3.0 with @cucumber/gherkin 42.0.1 (npm; 2026), under Node 26.10.0, 2026-11-29.
#
# Guess: a step whose keyword is in lower case is an error of the parser, as a lower case keyword further
# down is; a scenario in which no step is found is undefined or pending, not a pass; in Markdown a list
# is a list, and a scenario inside of a comment is none.
# Behaviour: under a scenario's name, a line that begins with no keyword is text. "given …" as the first
# step, and all lines up to the first keyword, are a description: the scenario has no steps, and passes,
# in JUnit as a case. In Markdown the same is so for a numbered, a bold and a boxed step; and what is
# commented out runs.
# Seen, each step being one that throws:
#   given …, then …           "1 scenario (1 passed)", 0 steps, exit code 0
#   Given …, then …           parse error, exit code 1
#   1. Given / **Given** / - [ ] Given: 3 passed        <!-- ## Scenario: … -->: runs, and fails
#
# Why it matters: a feature written first, by a person or an agent, is green before a line of it is
# checked. Count steps, not scenarios, or lint for scenarios without steps.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error --force @cucumber/cucumber@13.3.0 @cucumber/gherkin@42.0.1 node@26.10.0 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS NODE_OPTIONS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >steps.cjs <<'JS'
require('@cucumber/cucumber').Given('a step that throws', () => { throw new Error('thrown'); });
JS
cucumber() {
  local code=0
  node_modules/.bin/node node_modules/.bin/cucumber-js --require steps.cjs "$1" >said 2>&1 || code=$?
  echo "$(grep -E '^[0-9]+ (scenario|step)|Parse error' said | cut -c1-40 | sed 's/ in .*//' | paste -sd';'); $code"
}
printf 'Feature: f\n  Scenario: a\n    given a step that throws\n    then more\n' >lower.feature
printf 'Feature: f\n  Scenario: a\n    Given a step that throws\n    then more\n' >mixed.feature
printf 'Feature: f\n  Scenario: a\n    Given a step that throws\n' >upper.feature
printf '# Feature: f\n## Scenario: a\n1. Given a step that throws\n## Scenario: b\n* **Given** a step that throws\n' >list.feature.md
printf '## Scenario: c\n- [ ] Given a step that throws\n' >>list.feature.md
printf '# Feature: f\n<!--\n## Scenario: off\n* Given a step that throws\n-->\n' >comment.feature.md

for file in lower.feature mixed.feature upper.feature list.feature.md comment.feature.md; do
  echo "$file: $(cucumber "$file")"
done >seen
cat seen
is 'features' "$(cat seen)" 'lower.feature: 1 scenario (1 passed);0 steps; 0
mixed.feature: Parse error; 1
upper.feature: 1 scenario (1 failed);1 step (1 failed); 1
list.feature.md: 3 scenarios (3 passed);0 steps; 0
comment.feature.md: 1 scenario (1 failed);1 step (1 failed); 1'
