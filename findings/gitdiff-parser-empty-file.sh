#!/usr/bin/env bash
# gitdiff-parser 0.3.1 (npm), the parser below several diff viewers, over git 2.39.5, 2026-11-29.
#
# Guess: the type of a file in `git diff` is read from its header (new file mode, deleted file mode), and
# its name is the name.
# Behaviour: the type is read from the lines `--- /dev/null` and `+++ /dev/null`, which a file without
# content does not have: an empty file that is new or gone is a "modify". A name with a blank keeps the
# tab that git writes behind it. With --no-prefix the first two characters of each name are cut off.
# parse-diff 0.12.0 reads all of them right.
# Seen:
#   new empty file        gitdiff-parser modify      parse-diff new
#   removed empty file    gitdiff-parser modify      parse-diff deleted
#   "a b.txt"             "a b.txt\t"                "a b.txt"
#   --no-prefix, inc.txt  c.txt                      inc.txt
#
# Why it matters: whoever counts what an agent created and removed by it misses every __init__.py and
# .gitkeep, and looks for files of other names. Counts of changed files should come from git itself,
# by --name-status -z.
set -euo pipefail
command -v git >/dev/null || { echo 'git is not installed'; exit 77; }
git --version
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error gitdiff-parser@0.3.1 parse-diff@0.12.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }
export HOME="$dir" GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@example.org GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@example.org

cat >read.cjs <<'JS'
const parser = require('gitdiff-parser');
const parse = require('parse-diff');
const text = require('fs').readFileSync(0, 'utf8');
const [one] = (parser.default ?? parser).parse(text);
const [other] = parse(text);
const kind = other.new ? 'new' : other.deleted ? 'deleted' : 'modified';
const name = (each) => JSON.stringify(each);
console.log(`${one.type} ${name(one.newPath)} / ${kind} ${name(other.deleted ? other.from : other.to)}`);
JS
git init -q -b main repo
cd repo
touch gone
printf 'a\nb\n' >inc.txt
git add .
git commit -qm one
look() { node ../read.cjs; }

touch new && git add new
added=$(git diff --cached | look)
git reset -q --hard
git rm -q gone
removed=$(git diff --cached | look)
git reset -q --hard
echo x >'a b.txt' && git add 'a b.txt'
blank=$(git diff --cached | look)
git reset -q --hard
echo c >>inc.txt
bare=$(git diff --no-prefix | look)
printf '%s\n' "$added" "$removed" "$blank" "$bare"
is 'a new empty file' "$added" 'modify "new" / new "new"'
is 'a removed empty file' "$removed" 'modify "gone" / deleted "gone"'
is 'a name with a blank' "$blank" 'add "a b.txt\t" / new "a b.txt"'
is '--no-prefix' "$bare" 'modify "c.txt" / modified "inc.txt"'
