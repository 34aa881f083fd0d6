#!/usr/bin/env bash
# gray-matter 4.0.3, front-matter 4.0.2 and vfile-matter 5.0.1 (npm), 2026-11-29.
#
# Guess: the three agree on whether a Markdown file has front matter, and on its values.
# Behaviour: a space behind the first fence, a language behind it, and a fence that is not closed or is
# closed by three dots each divide them. For gray-matter a closing fence is any line that begins with
# three dashes, and a file whose fence is never closed is all front matter, with no text left.
# Seen (gray-matter / front-matter / vfile-matter; - is no front matter):
#   "--- " as the first fence      a / - / -            "---yaml"                     a / - / -
#   "..." as the last fence        error / a / -        no last fence                 a, no text / - / -
#   "---x" inside of the text      text cut there / error / error
#   limit: 010                     8 / 8 / 10           time: 1:30                    90 / 90 / "1:30"
#
# Why it matters: skills, rules and prompts for agents are such files, and each host has its own reader:
# with a space too much the limits of a rule are plain text for one and in force for the other, and the
# same number is two. Write the fence bare, quote what is not plainly a text, and check the keys.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error --ignore-scripts gray-matter@4.0.3 front-matter@4.0.2 vfile-matter@5.0.1 vfile@6.0.3 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >fences.mjs <<'JS'
import frontMatter from 'front-matter';
import matter from 'gray-matter';
import { VFile } from 'vfile';
import { matter as vfileMatter } from 'vfile-matter';
const readers = [
  (text) => [matter(text, {}).data, matter(text, {}).content],
  (text) => [frontMatter(text).attributes, frontMatter(text).body],
  (text) => {
    const file = new VFile(text);
    vfileMatter(file, { strip: true });
    return [file.data.matter, String(file)];
  },
];
for (const text of [
  '--- \na: 1\n---\nx',
  '---yaml\na: 1\n---\nx',
  '---\na: 1\n...\nx',
  '---\na: 1\nx: 2',
  '---\na: 1\n---x\n---\ny',
  '---\na: 010\nb: 1:30\n---\nx',
]) {
  const said = readers.map((read) => {
    try {
      const [data, rest] = read(text);
      return Object.keys(data).length ? JSON.stringify([data, rest]) : '-';
    } catch {
      return 'error';
    }
  });
  console.log(said.join(' / '));
}
JS
seen=$(node fences.mjs)
echo "$seen"
is 'readers' "$seen" '[{"a":1},"x"] / - / -
[{"a":1},"x"] / - / -
error / [{"a":1},"x"] / -
[{"a":1,"x":2},""] / - / -
[{"a":1},"x\n---\ny"] / error / error
[{"a":8,"b":90},"x"] / [{"a":8,"b":90},"x"] / [{"a":10,"b":"1:30"},"x"]'
