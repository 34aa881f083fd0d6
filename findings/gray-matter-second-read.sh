#!/usr/bin/env bash
# gray-matter 4.0.3 (npm), beside front-matter 4.0.2, 2026-11-29.
#
# Guess: front matter that is no YAML throws each time it is read, and each read has data of its own.
# Behaviour: a text that throws once is valid from then on, in the same process: the second read has no
# data, and the whole text, fence and all, as its content. Two reads of one text share one object, so what
# one reader adds the next one finds. With any options, also {}, none of this is so: a cache is used only
# without options, and it is filled before the text is parsed.
# Seen, "---\ntools: [\n---\nbody\n" read twice:     throws, then data {}
#   the same with {} as options:                     throws, throws
#   data.a set by the first reader of "---\nb: 1…":  the second sees a and b; with {} b alone
#
# Why it matters: a skill, rule or prompt file whose block is broken is reported once, and with the next
# look (a watcher, a retry, a second loader) it is a file without limits, without its `tools` or `globs`.
# Pass {} always.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error --ignore-scripts gray-matter@4.0.3 front-matter@4.0.2 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >twice.cjs <<'JS'
const frontMatter = require('front-matter');
const matter = require('gray-matter');
const readers = {
  'gray-matter': (text) => matter(text).data,
  'gray-matter, {}': (text) => matter(text, {}).data,
  'front-matter': (text) => frontMatter(text).attributes,
};
for (const [name, read] of Object.entries(readers)) {
  const broken = [1, 2].map(() => {
    try {
      return JSON.stringify(read('---\ntools: [\n---\nbody\n'));
    } catch {
      return 'throws';
    }
  });
  const text = `---\nb: 1\n---\n${name}`;
  read(text).a = 2;
  console.log(`${name}: ${broken.join(', ')}; ${Object.keys(read(text))}`);
}
JS
seen=$(node twice.cjs)
echo "$seen"
is 'two reads' "$seen" 'gray-matter: throws, {}; b,a
gray-matter, {}: throws, throws; b
front-matter: throws, throws; b'
