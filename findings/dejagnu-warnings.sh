#!/usr/bin/env bash
# DejaGnu 1.6.3 (Debian 12, package dejagnu), `runtest`, warnings and names, 2026-11-30.
#
# Guess: a warning is a word of caution, and a file that does not exist is an error.
# Behaviour: from the third warning on, a test that passes is UNRESOLVED, and the run ends with 1; two
# warnings change nothing, and the next test counts from 0 again. A file that does not exist is an empty summary
# and exit code 0.
# Seen (exit code, summary):
#   two warnings, then a pass        0    # of expected passes 2
#   three warnings, then a pass      1    # of expected passes 1, # of unresolved testcases 1
#   runtest nobody.exp               0    -
#
# Why it matters: a run turns red by a message, with no line that names a failure. A typo in the name of a file is
# green, so count the passes, and compare them with those of the last run.
set -euo pipefail
command -v runtest >/dev/null || { echo 'dejagnu is not installed'; exit 77; }
dpkg-query -W -f '${Package} ${Version}\n' dejagnu 2>/dev/null || true
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

mkdir x.test
printf 'warning "a"\nwarning "b"\npass "one"\npass "two"\n' >x.test/two.exp
printf 'warning "a"\nwarning "b"\nwarning "c"\npass "one"\npass "two"\n' >x.test/three.exp
run() {
  local code=0 said
  said=$(runtest --srcdir . "$@" 2>/dev/null) || code=$?
  echo "$*: $code $(grep '^# of' <<<"$said" | tr -s '\t ' ' ' | tr '\n' ' ')$(grep -c '^Running ./x' <<<"$said" || true) files"
}
seen=$(run --tool x two.exp; run --tool x three.exp; run --tool x nobody.exp)
echo "$seen"
is 'runs' "$seen" '--tool x two.exp: 0 # of expected passes 2 1 files
--tool x three.exp: 1 # of expected passes 1 # of unresolved testcases 1 1 files
--tool x nobody.exp: 0 0 files'
