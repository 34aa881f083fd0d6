#!/usr/bin/env bash
# lint-staged 17.6.1 and lefthook 2.2.2 (npm; 2026), a hook for "*.ts" beside a removed file, 2026-11-30.
#
# Guess: a hook before the commit for *.ts runs when the commit touches a .ts file, whatever it does to it.
# Behaviour: a file that is removed is no staged file. When nothing else fits the pattern, the command is left
# out and the exit code is 0. So it is when a file gets another ending (a.ts to c.js).
# Seen, the command of the hook always fails (exit code):
#   one line changed       lint-staged 1, lefthook 1
#   a.ts removed           lint-staged 0, lefthook 0
#   a.ts renamed to c.js   lint-staged 0, lefthook 0
# lint-staged says "could not find any staged files", lefthook "(skip) no files for inspection".
#
# Why it matters: the commit that breaks most imports is the one that removes a module, or its tests, and it alone
# passes the hook. Give the tests a hook without a pattern, or run them in CI on the whole tree.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error lint-staged@17.6.1 lefthook@2.2.2 node@26.10.0 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export PATH="$dir/node_modules/.bin:$PATH"
unset LEFTHOOK
mkdir work
cd work
git init -q .
git config user.name t
git config user.email t@example.org
echo '{ "*.ts": "node -e process.exit(1)" }' >.lintstagedrc.json
printf 'pre-commit:\n  commands:\n    tests:\n      glob: "*.ts"\n      run: node -e "process.exit(1)" {staged_files}\n' >lefthook.yml
echo a >a.ts
git add .
git commit -qm 1
code() {
  local code=0
  "$@" >/dev/null 2>&1 </dev/null || code=$?
  echo "$code"
}
both() {
  echo "$1: lint-staged $(code lint-staged), lefthook $(code lefthook run pre-commit)"
  git reset -q --hard
}
{
  echo b >a.ts
  git add a.ts
  both changed
  git rm -q a.ts
  both removed
  git mv a.ts c.js
  both renamed
} >../seen
cat ../seen
is 'hooks' "$(cat ../seen)" 'changed: lint-staged 1, lefthook 1
removed: lint-staged 0, lefthook 0
renamed: lint-staged 0, lefthook 0'
