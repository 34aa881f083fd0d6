#!/usr/bin/env bash
# gotestsum 1.8.2 with Go 1.19.8 (both Debian 12, packages gotestsum and golang-go), its JUnit file, 2026-11-30.
#
# Guess: the file has each test once, with the verdict of go test.
# Behaviour: a test that passes and prints without a newline is a failure there, above "--- PASS: TestPrints" and
# with exit code 0: Go writes the verdict behind the text, its JSON has no event of it, and what has no end has
# failed. With --rerun-fails each attempt is a case more, so what passed in the end is failures="1" with exit
# code 0. A package that does not compile is errors="1" without a suite.
# Seen (exit code, sums, suites):
#   one test that prints "..."       0    tests="1" failures="1" errors="0"    1
#   fails once, then passes          0    tests="2" failures="1" errors="0"    1
#   does not compile                 3    tests="0" failures="0" errors="1"    0
#
# Why it matters: progress dots turn a green run red in the report alone. A reader of suites, not of the sums above
# them, sees nothing at all of the broken package. Since Go 1.20 the verdict is on a line of its own.
set -euo pipefail
command -v gotestsum >/dev/null && command -v go >/dev/null || { echo 'gotestsum or go is not installed'; exit 77; }
dpkg-query -W -f '${Package} ${Version}\n' gotestsum 2>/dev/null || true
export GOTOOLCHAIN=local GOFLAGS=-mod=mod
case $(go version) in *go1.1[0-9].*) ;; *) echo "$(go version) is not Go 1.19"; exit 77 ;; esac
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

mkdir prints flaky broken
echo 'module x' >go.mod
printf 'package prints\nimport ("fmt"; "testing")\nfunc TestPrints(t *testing.T) { fmt.Print("...") }\n' >prints/a_test.go
cat >flaky/a_test.go <<'GO'
package flaky
import ("os"; "testing")
func TestSecondTime(t *testing.T) {
	if _, err := os.Stat("mark"); err != nil {
		os.WriteFile("mark", nil, 0o644)
		t.Fatal("the first time")
	}
}
GO
printf 'package broken\nimport "testing"\nfunc TestX(t *testing.T) { nobody() }\n' >broken/a_test.go
run() {
  code=0
  gotestsum --rerun-fails --packages "./$1" --junitfile out.xml >/dev/null 2>&1 || code=$?
  echo "$1: $code $(grep -oE '<testsuites tests="[0-9]" failures="[0-9]" errors="[0-9]"' out.xml | cut -c13-) $(grep -c '<testsuite ' out.xml || true)"
}
seen=$(run prints; run flaky; run broken)
echo "$seen"
is 'packages' "$seen" 'prints: 0 tests="1" failures="1" errors="0" 1
flaky: 0 tests="2" failures="1" errors="0" 1
broken: 3 tests="0" failures="0" errors="1" 0'
