#!/usr/bin/env bash
# lcov-result-merger 6.0.0, lcov-parse 1.0.0 and @friedemannsommer/lcov-parser 5.0.2 (npm) on records as
# newer versions of lcov 2 (FNL, FNA, a branch "e1") and coverage.py (a branch in words) write them, as
# lcov's page geninfo and coverage.py's lcov reporter say, 2026-11-29.
#
# Guess: a merger that does not know a record copies it or refuses the file, and counts what it knows.
# Behaviour: it drops the functions, and writes "FNF:0 FNH:0", which is printed as all of them. A branch
# that is no number becomes "NaN"; two of those are never the same one, so each input adds its own. The
# merge of a report with itself has more branches than the report. It exits with 0.
# Seen, for a report with FNF:2 FNH:1 BRF:4 BRH:2 that is merged with its own copy:
#   FNF:0 FNH:0 BRF:6 BRH:3, and records like BRDA:3,NaN,0,1
# Of the readers, lcov-parse has the sums of the functions and an empty list of them; lcov-parser reads all.
#
# Why it matters: a branch of Python that only the second shard takes stays missed in the merged report,
# functions vanish without a word, and the next reader meets NaN. Compare FNF and BRF of a merge with
# those of its parts before a gate reads it.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error lcov-result-merger@6.0.0 lcov-parse@1.0.0 @friedemannsommer/lcov-parser@5.0.2 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >1.info <<'LCOV'
SF:a.c
FNL:0,1,4
FNA:0,2,f
FNL:1,5,9
FNA:1,0,g
FNF:2
FNH:1
BRDA:2,0,0,2
BRDA:2,0,1,0
BRDA:3,e1,0,1
BRDA:3,e1,1,0
BRF:4
BRH:2
DA:1,2
DA:5,0
LF:2
LH:1
end_of_record
LCOV
cp 1.info 2.info
printf '%s\n' SF:a.py 'BRDA:2,0,jump to line 3,1' 'BRDA:2,0,jump to line 5,0' BRF:2 BRH:1 DA:2,1 LF:1 LH:1 end_of_record >3.info
printf '%s\n' SF:a.py 'BRDA:2,0,jump to line 3,0' 'BRDA:2,0,jump to line 5,1' BRF:2 BRH:1 DA:2,1 LF:1 LH:1 end_of_record >4.info

node_modules/.bin/lcov-result-merger '{1,2}.info' same.txt
node_modules/.bin/lcov-result-merger '{3,4}.info' shards.txt
sums() { grep -E '^(FN|BR)[FH]:' "$1" | paste -sd' ' -; }
cat >read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { lcovParser } from '@friedemannsommer/lcov-parser';
import parse from 'lcov-parse';
parse('1.info', async (_, [{ functions }]) => {
  const [other] = await lcovParser({ from: readFileSync('1.info') });
  console.log(`lcov-parse ${functions.found}, listed ${functions.details.length}; lcov-parser ${other.functions.instrumented}, listed ${other.functions.details.length}`);
});
JS
readers=$(node read.mjs)
echo "a report with its copy: $(sums same.txt)"
grep -h NaN same.txt shards.txt
echo "two shards that took one branch each: $(sums shards.txt)"
echo "functions: $readers"
is 'a report with its copy' "$(sums same.txt)" 'FNF:0 FNH:0 BRF:6 BRH:3'
is 'two shards' "$(sums shards.txt)" 'FNF:0 FNH:0 BRF:4 BRH:2'
is 'the branches of the shards' "$(grep -c NaN shards.txt)" 4
is 'readers' "$readers" 'lcov-parse 2, listed 0; lcov-parser 2, listed 2'
