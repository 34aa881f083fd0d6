#!/usr/bin/env bash
# tcltest 2.5.5 (Debian 12, package tcl 8.6.13) and SRFI 64 of Guile 3.0.8 (Debian 12, package guile-3.0), the exit
# code of a test file, 2026-11-30.
#
# Guess: a file whose tests failed ends with another code than 0, as in every runner of this century.
# Behaviour: both end with 0. So does runAllTests of tcltest. What passes
# unexpectedly for Guile (XPASS) is one more line of text. A Guile file that stops at an error outside of a
# test ends with 1 and prints no sums at all.
# Seen (exit code, last sums):
#   tcltest, a file             0    Total 2  Passed 1  Skipped 0  Failed 1
#   tcltest, runAllTests        0    Total 2  Passed 1  Skipped 0  Failed 1
#   SRFI 64                     0    # of unexpected successes 1, # of unexpected failures 1
#   SRFI 64, stops outside      1    -
#
# Why it matters: `make check` and CI are green for ever. tcltest: `exit [expr {$::tcltest::numTests(Failed) > 0}]`
# for cleanupTests, or `exit [runAllTests]`. Guile: bind (test-runner-current) before test-end, and end with
# (exit (zero? (test-runner-fail-count runner))).
set -euo pipefail
command -v tclsh >/dev/null && command -v guile >/dev/null || { echo 'tcl or guile-3.0 is not installed'; exit 77; }
dpkg-query -W -f '${Package} ${Version}\n' tcl guile-3.0 2>/dev/null || true
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >a.test <<'TCL'
package require tcltest
namespace import ::tcltest::*
test holds {passes} -body { expr 1 } -result 1
test breaks {fails} -body { expr 1 } -result 2
cleanupTests
TCL
cat >all.tcl <<'TCL'
package require tcltest
::tcltest::configure -testdir [pwd] -singleproc 0
::tcltest::runAllTests
TCL
cat >a.scm <<'SCM'
(use-modules (srfi srfi-64))
(test-begin "g")
(test-equal "breaks" 2 1)
(test-expect-fail 1)
(test-equal "fixed" 1 1)
(if (getenv "STOPS") (error "outside"))
(test-end "g")
SCM
run() {
  local code=0 said name=$1
  shift
  said=$("$@" 2>/dev/null) || code=$?
  echo "$name: $code $(grep -oE 'Total.*|# of unexpected.*' <<<"$said" | tail -n 2 | tr -s '\t ' ' ' | tr '\n' ' ')"
}
export HOME=$dir
seen=$(run file tclsh a.test; run all tclsh all.tcl; run guile guile --no-auto-compile a.scm; run stops env STOPS=1 guile --no-auto-compile a.scm)
echo "$seen"
is 'exit codes' "$seen" 'file: 0 Total 2 Passed 1 Skipped 0 Failed 1 
all: 0 Total 2 Passed 1 Skipped 0 Failed 1 
guile: 0 # of unexpected successes 1 # of unexpected failures 1 
stops: 1 '
