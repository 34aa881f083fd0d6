#!/usr/bin/env bash
# vitest 4.1.12 (npm), `run -u FILE`, 2026-11-29.
#
# Guess: `-u` is a switch, as in jest and in older vitest, so `vitest run -u FILE` updates the snapshots of
# FILE and runs no other file.
# Behaviour: `--update` may have a value (`all`, `new`, `none`), and takes FILE as one: no file is chosen,
# every test file runs, and nothing is said of the value that is none of the three.
# Seen (two test files):
#   run a.test.mjs -u: 1 file        run -u a.test.mjs: 2 files        run --update=all a.test.mjs: 1 file
#
# Why it matters: a command that names one file updates the snapshots of all of them.
# Source: `vitest --help`, "-u, --update [type]".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error vitest@4.1.12 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }
export PATH="$dir/node_modules/.bin:$PATH" NO_COLOR=1
for name in a b; do echo "import { test } from 'vitest'; test('$name', () => {});" >"$name.test.mjs"; done
files() { vitest run "$@" 2>&1 | sed -nE 's/.*Test Files +([0-9]+) passed.*/\1/p'; }
behind=$(files a.test.mjs -u) before=$(files -u a.test.mjs) named=$(files --update=all a.test.mjs)
echo "run a.test.mjs -u: $behind file; run -u a.test.mjs: $before files; run --update=all a.test.mjs: $named file"
is 'behind the file' "$behind" 1
is 'before the file' "$before" 2
is 'with a value' "$named" 1
