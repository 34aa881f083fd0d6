#!/usr/bin/env bash
# remark-parse 11.0.0 with remark-gfm 4.0.1, marked 18.2.1, markdown-it 14.3.3 with markdown-it-task-lists
# 2.1.1 and with @mdit/plugin-tasklist 0.23.2, showdown 2.1.0 (npm), 2026-11-29.
#
# Guess: what GitHub's Markdown (task list items) says is a box is one for all of them: after the box
# comes white space, a tab or the end of the line included, and in the box a space.
# Behaviour: they agree on a box with one space behind it, and on little else.
# Seen (boxes found: remark, marked, markdown-it-task-lists, @mdit, showdown):
#   "- [x]<tab>a"             1 1 0 0 1
#   "- [x]<end of line>  a"   1 0 0 0 1
#   "- [<tab>] a"             1 0 0 0 0
#   "- [x]a"                  0 0 0 0 1
#   "- [x](u) a", a link      0 0 0 0 1
#   "1) [x] a"                1 1 1 1 0
#   "- [] a"                  0 0 0 0 1
#
# Why it matters: a plan that an agent writes is read by one tool and shown by another. A task that is
# open for the reader is no task on the page, and the count of done tasks depends on who counts. Write
# "- [ ] " with spaces, and refuse a line that is almost a box instead of skipping it.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error unified@11.0.5 remark-parse@11.0.0 remark-gfm@4.0.1 marked@18.2.1 \
  markdown-it@14.3.3 markdown-it-task-lists@2.1.1 @mdit/plugin-tasklist@0.23.2 showdown@2.1.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >boxes.mjs <<'JS'
import { tasklist } from '@mdit/plugin-tasklist';
import MarkdownIt from 'markdown-it';
import taskLists from 'markdown-it-task-lists';
import { marked } from 'marked';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import showdown from 'showdown';
import { unified } from 'unified';
const inTree = (node) => Number(typeof node.checked === 'boolean') + (node.children ?? []).reduce((sum, child) => sum + inTree(child), 0);
const inPage = (html) => html.match(/<input[^>]*checkbox/g)?.length ?? 0;
const readers = [
  (text) => inTree(unified().use(remarkParse).use(remarkGfm).parse(text)),
  (text) => inPage(marked.parse(text)),
  (text) => inPage(new MarkdownIt().use(taskLists).render(text)),
  (text) => inPage(new MarkdownIt().use(tasklist).render(text)),
  (text) => inPage(new showdown.Converter({ tasklists: true }).makeHtml(text)),
];
for (const text of ['- [x] a', '- [x]\ta', '- [x]\n  a', '- [\t] a', '- [x]a', '- [x](u) a', '1) [x] a', '- [] a'])
  console.log(JSON.stringify(text), ...readers.map((read) => read(text)));
JS

seen=$(node boxes.mjs)
echo "$seen"
is 'boxes' "$seen" '"- [x] a" 1 1 1 1 1
"- [x]\ta" 1 1 0 0 1
"- [x]\n  a" 1 0 0 0 1
"- [\t] a" 1 0 0 0 0
"- [x]a" 0 0 0 0 1
"- [x](u) a" 0 0 0 0 1
"1) [x] a" 1 1 1 1 0
"- [] a" 0 0 0 0 1'
