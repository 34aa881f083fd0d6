#!/usr/bin/env bash
# diff-cover 7.4.0 (Debian 12, package diff-cover), a Cobertura report beside a diff of git, 2026-11-30.
#
# Guess: `--fail-under=100` fails where lines that are new are not covered, whichever reason they are not: also where
# the report does not know their file, or has it under another path.
# Behaviour: what the report does not know is left out. With a new file that no test loads the share is of the other
# file alone. With a report whose paths begin elsewhere, as one from a container does, there is "No lines with coverage
# information in this diff", and exit code 0, though the report has the changed lines with no hits.
# Seen (--fail-under=100; one line changed in a.py, one in b.py):
#   a.py and b.py in the report, b.py without hits     50 %, exit code 1
#   only a.py in the report                            100 %, exit code 0
#   both under src/, which is another place            no lines, exit code 0
#   an empty report                                    no lines, exit code 0
#
# Why it matters: it is the gate that new code is tested, and new code that no test loads is what it cannot see. Let
# the coverage tool list all sources, and hold where it says "No lines".
set -euo pipefail
command -v diff-cover >/dev/null && command -v git >/dev/null || { echo 'diff-cover is not installed'; exit 77; }
dpkg-query -W -f '${Package} ${Version}\n' diff-cover 2>/dev/null || true
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export GIT_CONFIG_GLOBAL=/dev/null
git init -q -b main
git config user.name t
git config user.email t@example.org
for file in a b; do echo 'one = 1' >$file.py; done
git add .
git commit -qm one
for file in a b; do echo 'two = 2' >>$file.py; done
of() { echo "<class name=\"$1\" filename=\"$1\"><methods/><lines><line number=\"1\" hits=\"1\"/><line number=\"2\" hits=\"$2\"/></lines></class>"; }
gate() {
  local code=0
  echo "<?xml version=\"1.0\"?><coverage><sources><source>${3:-.}</source></sources><packages><package name=\".\"><classes>$2</classes></package></packages></coverage>" >coverage.xml
  diff-cover coverage.xml --compare-branch=main --fail-under=100 >out 2>/dev/null || code=$?
  echo "$1: $(grep -oE 'Coverage: [0-9]+%|No lines' out), $code"
}
{
  gate both "$(of a.py 1)$(of b.py 0)"
  gate 'one of two' "$(of a.py 1)"
  gate elsewhere "$(of src/a.py 0)$(of src/b.py 0)" /elsewhere
  gate empty ''
} >seen
cat seen
is 'gates' "$(cat seen)" 'both: Coverage: 50%, 1
one of two: Coverage: 100%, 0
elsewhere: No lines, 0
empty: No lines, 0'
