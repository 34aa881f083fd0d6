#!/usr/bin/env bash
# cobertura-merge 1.0.4, merge-cobertura 1.0.9, cobertura-parse 1.0.5 and @cvrg-report/clover-json 0.3.3 (npm), the
# Cobertura and Clover files of nyc 18.0.0, 2026-11-30.
#
# Guess: two shards that cover one file are joined line by line, and the share is that of one run of both; a reader
# of the file keeps which branch was taken, and the path.
# Behaviour: both programs put the file beside itself, once for each shard, and add the sums: lines that both shards
# count twice, and one covered by one of them is half covered. Cobertura has only "50% (1/2)" for a line, so
# cobertura-parse names the second branch as the taken one, whichever it was, and after a join of its results one
# branch is missing. clover-json takes the file's name without its folder.
# Seen, f(1) in one shard and f(0) in the other:
#   lines of shard 1, shard 2, both in one run    3/4, 3/4, 4/4      merged, by both programs    6/8
#   taken branch of shard 1, shard 2              0, 1               cobertura-parse             1, 1
#   src/sum.js                                                       clover-json                 sum.js
#
# Why it matters: sharding lowers the share, so the threshold is lowered with it, and two files of one name are one.
# Merge the JSON of istanbul, or lcov of one writer, and write Cobertura last.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error cobertura-merge@1.0.4 merge-cobertura@1.0.9 cobertura-parse@1.0.5 @cvrg-report/clover-json@0.3.3 nyc@18.0.0 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export PATH="$dir/node_modules/.bin:$PATH"
mkdir src
printf 'exports.f = (a) => {\n  if (a) {\n    return 1;\n  }\n  return 2;\n};\n' >src/sum.js
echo "require('./src/sum.js').f(1);" >one.js
echo "require('./src/sum.js').f(0);" >two.js
echo "require('./one.js'); require('./two.js');" >both.js
for run in one two both; do
  nyc --reporter=cobertura --reporter=clover --reporter=lcovonly --report-dir=$run --include 'src/**' node $run.js >/dev/null
done
lines() { grep -oE 'lines-(covered|valid)="[0-9]+"' "$1" | sort | cut -d'"' -f2 | paste -sd/ -; }
for merge in cobertura-merge merge-cobertura; do
  $merge -o $merge.xml a=one/cobertura-coverage.xml b=two/cobertura-coverage.xml >/dev/null
done
sums=$(for file in one/cobertura-coverage.xml two/cobertura-coverage.xml both/cobertura-coverage.xml cobertura-merge.xml merge-cobertura.xml; do lines $file; done | paste -sd' ' -)
cat >read.cjs <<'JS'
const { parseFile: clover } = require('@cvrg-report/clover-json');
const { parseFile } = require('cobertura-parse');
const { readFileSync } = require('node:fs');
const ofLcov = (run) => [...readFileSync(`${run}/lcov.info`, 'utf8').matchAll(/^BRDA:\d+,\d+,(\d+),1$/gm)].map(([, branch]) => branch);
const ofCobertura = (run) =>
  new Promise((resolve) => {
    parseFile(`${run}/cobertura-coverage.xml`, (_, [file]) =>
      resolve(file.branches.details.filter(({ taken }) => taken > 0).map(({ branch }) => branch)));
  });
(async () => {
  for (const run of ['one', 'two']) console.log(`${run}: lcov ${ofLcov(run)}, cobertura-parse ${await ofCobertura(run)}`);
  const [{ file }] = await clover('one/clover.xml');
  console.log(`clover-json: ${file}`);
})();
JS
seen=$(node read.cjs)
echo "lines: $sums"
echo "$seen"
is 'lines' "$sums" '3/4 3/4 4/4 6/8 6/8'
is 'readings' "$seen" 'one: lcov 0, cobertura-parse 1
two: lcov 1, cobertura-parse 1
clover-json: sum.js'
