#!/usr/bin/env bash
# nyc 18.0.0 and c8 12.0.0 with istanbul-lib-coverage 3.2.2 (npm; 2026), a merge of their JSON reports, 2026-11-30.
#
# Guess: two reports of one file in one format (coverage-final.json) are one measure after a merge: a function
# is one function, and what counts is the file.
# Behaviour: the merge unites what has other borders. Istanbul's function begins at its name and V8's at its
# line, so one function is two; statements and branches are counted once for each instrumenter. Even the lines
# of the file are 4 for one and 6 for the other. Nothing compares the sources or the writers.
# Seen, a file with one function (functions; statements; lines, covered/all):
#   nyc, first test     1/1   3/6    2/4      c8, second test    1/1   5/6    5/6
#   merged              2/2   9/11   5/6
# The merge keeps both when the file has changed between the reports as well: with one more line at its top,
# nyc twice is 2/2, 8/10, 5/6.
#
# Why it matters: unit tests under one tool and end-to-end tests under the other are merged for one gate, and its
# share is of code that is counted twice, so 80 % is no longer 80 % of the file. Merge reports of one tool and
# one commit.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error nyc@18.0.0 c8@12.0.0 istanbul-lib-coverage@3.2.2 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export PATH="$dir/node_modules/.bin:$PATH"
mkdir -p work/src
cd work
echo '{}' >package.json
cat >src/f.js <<'JS'
function f(a, b) {
  if (a) return 'a';
  if (b) return 'b';
  return 'c';
}
module.exports = { f };
JS
echo "require('./src/f.js').f(1, 0);" >one.js
echo "require('./src/f.js').f(0, 1);" >two.js
cover() { "$1" --reporter=json --report-dir="$2" --include 'src/**' node "$3" >/dev/null; }
cover nyc nyc-one one.js
cover c8 c8-two two.js
sed -i '1i // one more line' src/f.js
cover nyc nyc-later two.js
cat >merge.cjs <<'JS'
const { createCoverageMap } = require('istanbul-lib-coverage');
const map = createCoverageMap({});
for (const folder of process.argv.slice(2)) map.merge(require(`./${folder}/coverage-final.json`));
const { functions, statements, lines } = map.getCoverageSummary().data;
console.log([functions, statements, lines].map(({ covered, total }) => `${covered}/${total}`).join(' '));
JS
for folders in nyc-one c8-two 'nyc-one c8-two' 'nyc-one nyc-later'; do
  # shellcheck disable=SC2086
  echo "$folders: $(node merge.cjs $folders)"
done >seen
cat seen
is 'sums' "$(cat seen)" 'nyc-one: 1/1 3/6 2/4
c8-two: 1/1 5/6 5/6
nyc-one c8-two: 2/2 9/11 5/6
nyc-one nyc-later: 2/2 8/10 5/6'
