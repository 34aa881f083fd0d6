#!/usr/bin/env bash
# wireit 0.14.13 (npm; 2026), npm scripts run through it, 2026-11-28.
#
# Guess: a script whose inputs did not change is answered from the cache with its output, as turbo and
# nx do; what the environment says is an input.
# Behaviour: it is skipped. Nothing of the first run's output is printed, the exit code is 0, and the
# one line of its own goes to stdout: "Ran 0 scripts and skipped 1". A variable of the environment is
# no input unless it is listed. A script that fails is run each time, and its code becomes 1.
# Seen, from a test script that prints TAP:
#   first run:                  1..1, ok 1 - one     Ran 1 script and skipped 0     (exit 0)
#   second, and with MODE=two:  no TAP               Ran 0 scripts and skipped 1    (exit 0)
#   exit 3 in the script:                            1 script failed                (exit 1)
#
# Why it matters: two runs of the same tests, to see whether they are stable, are one run and a silence.
# A reader of the output sees no test and exit code 0; a reader of a report file finds the old file. It
# has to know the line, or the run has to be forced (WIREIT_CACHE does not: fresh is not cached).
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error wireit@0.14.13 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export WIREIT_LOGGER=quiet NO_COLOR=1
cat >package.json <<'JSON'
{ "private": true, "scripts": { "test": "wireit" }, "wireit": { "test": { "command": "node t.cjs", "files": ["t.cjs"], "output": [] } } }
JSON
printf '%s\n' 'console.log(`1..1\nok 1 - ${process.env.MODE}`);' >t.cjs
run() {
  local code=0
  npm test --silent >said 2>/dev/null || code=$?
  echo "$(grep -oE '^ok 1 - .*|Ran [0-9]+ scripts? and skipped [0-9]+' said | paste -sd, -) (exit $code)"
}

first=$(MODE=one run)
second=$(MODE=one run)
other=$(MODE=two run)
echo 'process.exit(3);' >>t.cjs
failed=$(MODE=one run)
printf 'first: %s\nsecond: %s\nMODE=two: %s\nexit 3: %s\n' "$first" "$second" "$other" "$failed"
is 'the first run' "$first" 'ok 1 - one,Ran 1 script and skipped 0 (exit 0)'
is 'the second run' "$second" 'Ran 0 scripts and skipped 1 (exit 0)'
is 'another environment' "$other" 'Ran 0 scripts and skipped 1 (exit 0)'
is 'a failing script' "$failed" 'ok 1 - one (exit 1)'
