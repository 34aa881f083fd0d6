#!/usr/bin/env bash
# behave 1.2.6 (Debian 12, package python3-behave), its --junit, with hooks that fail, 2026-11-30.
#
# Guess: what makes the run fail is in its JUnit: a hook around a feature, or around the whole run, is an error, as a
# hook around a scenario is.
# Behaviour: an error in after_feature, after_all, before_feature or before_all is nowhere in JUnit. After a failing
# before_all or before_feature a scenario is skipped (status "untested"), and one without steps is a pass, though
# nothing was run; after the other two all are passes. Failures and errors are 0, and the exit code is 1.
# Seen (two scenarios, the second without steps, exit code 1 in all five):
#   before_all, before_feature   tests="2" errors="0" failures="0" skipped="1"
#   after_feature, after_all     tests="2" errors="0" failures="0" skipped="0"
#   before_scenario              tests="2" errors="2" failures="0" skipped="0"
#
# Why it matters: a report that is collected from a machine, without its exit code, is green, or "nothing to do".
# Keep the exit code beside the report.
set -euo pipefail
command -v behave >/dev/null || { echo 'python3-behave is not installed'; exit 77; }
dpkg-query -W -f '${Package} ${Version}\n' python3-behave 2>/dev/null || true
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

mkdir -p features/steps
printf 'Feature: Sum\n  Scenario: adds\n    Given ok\n  Scenario: has no steps\n' >features/sum.feature
printf 'from behave import step\n@step("ok")\ndef ok(context):\n    pass\n' >features/steps/steps.py
cat >features/environment.py <<'PY'
import os
def fails(name):
    def hook(*words):
        if os.environ.get('HOOK') == name:
            raise Exception('it is down')
    return hook
for name in ['before_all', 'before_feature', 'before_scenario', 'after_feature', 'after_all']:
    globals()[name] = fails(name)
PY
run() {
  local code=0
  rm -rf reports
  HOOK=$1 behave --junit -q >/dev/null 2>&1 || code=$?
  echo "$1: $code, $(grep -ohE '(tests|errors|failures|skipped)="[0-9]+"' reports/*.xml | paste -sd' ' -) $(grep -ohE 'status="[a-z]+"' reports/*.xml | cut -d'"' -f2 | paste -sd' ' -)"
}
for each in none before_all before_feature before_scenario after_feature after_all; do run $each; done >seen
cat seen
is 'runs' "$(cat seen)" 'none: 0, tests="2" errors="0" failures="0" skipped="0" passed passed
before_all: 1, tests="2" errors="0" failures="0" skipped="1" untested passed
before_feature: 1, tests="2" errors="0" failures="0" skipped="1" untested passed
before_scenario: 1, tests="2" errors="2" failures="0" skipped="0" failed failed
after_feature: 1, tests="2" errors="0" failures="0" skipped="0" passed passed
after_all: 1, tests="2" errors="0" failures="0" skipped="0" passed passed'
