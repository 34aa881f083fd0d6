#!/usr/bin/env bash
# conventional-commits-parser 7.1.4 (npm; November 2026), beside 6.4.0 and git 2.39.5, 2026-11-29.
#
# Guess: the footer is the last paragraph, if it has trailers, as git interpret-trailers and version 6
# have it. A sentence in the middle that begins with "Why:" is of the body.
# Behaviour: from 7 on, the first line anywhere that looks like "Word: text" begins the footer, and all
# that follows is footer: the rest of its sentence, later paragraphs, the closing fence of an example.
# The body is empty where the message begins so. Several words are none: "It does this: x" is body.
# What got better: the note of BREAKING CHANGE ends where the trailers begin; 6 takes them into the note.
# Seen (body / footer):
#   Why: it was slow. + a paragraph   6.4.0: all / none        7.1.4: none / all      git: no trailers
#   an example with "key: value"      6.4.0: all / none        7.1.4: cut in two      git: no trailers
#   BREAKING CHANGE: gone + AC: one   6.4.0: "gone AC: one"    7.1.4: "gone"          git: AC: one
#
# Why it matters: changelogs lose the reason of a change, rules on the length of body and footer judge
# other lines than before, and a tool that reads facts from footers finds facts in prose. Trailers are
# what git says they are: ask git.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error six@npm:conventional-commits-parser@6.4.0 seven@npm:conventional-commits-parser@7.1.4 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >parse.mjs <<'JS'
import { execFileSync } from 'node:child_process';
import * as six from 'six';
import * as seven from 'seven';
const messages = [
  'fix: a\n\nWhy: it was\nslow.\n\nMore.',
  'fix: a\n\nUsage:\n\n```\nkey: value\n```',
  'feat: a\n\nText.\n\nBREAKING CHANGE: gone\n\nAC: one',
];
for (const message of messages) {
  const of = ({ CommitParser }) => {
    const { body, footer, notes } = new CommitParser().parse(message);
    return JSON.stringify([body, footer, ...notes.map(({ text }) => text)]);
  };
  const git = execFileSync('git', ['interpret-trailers', '--parse'], { input: `${message}\n`, encoding: 'utf8' });
  console.log(`6 ${of(six)} 7 ${of(seven)} git ${JSON.stringify(git)}`);
}
JS

seen=$(node parse.mjs)
echo "$seen"
is 'three messages' "$seen" '6 ["Why: it was\nslow.\n\nMore.",null] 7 ["","Why: it was\nslow.\n\nMore."] git ""
6 ["Usage:\n\n```\nkey: value\n```",null] 7 ["Usage:\n\n```","key: value\n```"] git ""
6 ["Text.","BREAKING CHANGE: gone\n\nAC: one","gone\n\nAC: one"] 7 ["Text.","BREAKING CHANGE: gone\n\nAC: one","gone"] git "AC: one\n"'
