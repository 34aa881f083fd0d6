#!/usr/bin/env bash
# meson 1.0.1 (Debian 12, package meson), `meson test` beside its testlog.junit.xml, 2026-11-30.
#
# Guess: a test that `meson test` fails is a <failure> or an <error> in the file it writes itself.
# Behaviour: five kinds of failures are plain passes there: a timeout of a test with should_fail, such a test that
# passes, and a TAP program that ended short of its plan, bailed out, or exited with another code than 0. Two
# greens are not: a TAP program that should fail is a <failure>, and one that prints nothing, or no TAP
# at all, is skipped.
# Seen (exit code of `meson test`, its word, sums in the file), each alone:
#   should_fail, times out     1  TIMEOUT          failures 0 errors 0     TAP, short plan  1  ERROR  failures 0 errors 0
#   should_fail, passes        1  UNEXPECTEDPASS   failures 0 errors 0     TAP, bails out   1  ERROR  failures 0 errors 0
#   TAP, should_fail           0  EXPECTEDFAIL     failures 1 errors 0     TAP, exit 3      1  ERROR  failures 0 errors 0
#   TAP, prints no line        0  SKIP             failures 0 errors 0
#
# Why it matters: a dashboard reads the file and shows five red runs as green. A test program that was emptied, or
# prints words, is a skip and exit code 0. Take the verdict from testlog.json and the exit code.
set -euo pipefail
command -v meson >/dev/null && command -v ninja >/dev/null && command -v gcc >/dev/null || { echo 'meson, ninja or gcc is not installed'; exit 77; }
echo "meson $(meson --version)"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >meson.build <<'MESON'
project('p')
sh = find_program('sh')
test('late', sh, args: ['-c', 'sleep 5'], should_fail: true, timeout: 1)
test('fixed', sh, args: ['-c', 'exit 0'], should_fail: true)
test('short', sh, args: ['-c', 'echo 1..2; echo ok 1'], protocol: 'tap')
test('bails', sh, args: ['-c', 'echo 1..2; echo ok 1; echo Bail out!'], protocol: 'tap')
test('code', sh, args: ['-c', 'echo 1..1; echo ok 1; exit 3'], protocol: 'tap')
test('known', sh, args: ['-c', 'echo 1..1; echo not ok 1'], protocol: 'tap', should_fail: true)
test('silent', sh, args: ['-c', 'exit 0'], protocol: 'tap')
test('words', sh, args: ['-c', 'echo all is well'], protocol: 'tap')
MESON
meson setup b >/dev/null 2>&1
run() {
  code=0
  meson test -C b --no-rebuild "$1" >/dev/null 2>&1 || code=$?
  word=$(grep -o '"result": "[A-Z]*"' b/meson-logs/testlog.json | cut -d'"' -f4)
  elements=$(grep -oE '<(failure|error|skipped)\b' b/meson-logs/testlog.junit.xml | tr '\n' ' ' || true)
  echo "$1: $code $word $(grep -oE '<testsuites [^>]*' b/meson-logs/testlog.junit.xml | grep -oE '(errors|failures)="[0-9]"' | tr '\n' ' ')$elements"
}
seen=$(for each in late fixed short bails code known silent words; do run $each; done)
echo "$seen"
is 'tests' "$seen" 'late: 1 TIMEOUT errors="0" failures="0" 
fixed: 1 UNEXPECTEDPASS errors="0" failures="0" 
short: 1 ERROR errors="0" failures="0" 
bails: 1 ERROR errors="0" failures="0" 
code: 1 ERROR errors="0" failures="0" 
known: 0 EXPECTEDFAIL errors="0" failures="1" <failure 
silent: 0 SKIP errors="0" failures="0" <skipped 
words: 0 SKIP errors="0" failures="0" <skipped '
