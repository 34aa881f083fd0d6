#!/usr/bin/env bash
# mutation-testing-metrics 3.8.4 (npm; 2026), the score of reports in the schema of mutation-testing-elements, 2026-11-30.
#
# Guess: a mutant that was not tried yet (Pending) is not detected, so a run that was cut has a low score; reports of
# several modules are joined with what each says of itself.
# Behaviour: Pending mutants are only in totalMutants. One killed of a hundred is a score of 100. A mutant whose status
# the schema does not know is in no sum at all. A join of modules takes the thresholds of the
# first, and writes an older version of the schema than it was given.
# Seen:
#   1 Killed, 99 Pending              score 100, totalValid 1, totalMutants 100
#   1 Killed, 1 Survived, 1 Skipped   score 50, totalMutants 2
#   schema "2", thresholds 80 and 95  joined: schema "1.7", high 80
#
# Why it matters: a server that writes the report while it runs, or a run that a limit of time ended, is at 100 % from
# its first kill on. Hold while totalMutants is more than what was tried, and each module against its own threshold.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error mutation-testing-metrics@3.8.4 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >score.mjs <<'JS'
import { aggregateResultsByModule, calculateMetrics } from 'mutation-testing-metrics';
const location = { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
const report = (high, ...statuses) => ({
  schemaVersion: '2',
  thresholds: { high, low: 60 },
  files: {
    'sum.js': {
      language: 'js',
      source: '1 + 2',
      mutants: statuses.map((status, i) => ({ id: `${i}`, mutatorName: 'sum', replacement: '-', status, location })),
    },
  },
});
const pending = Array.from({ length: 99 }, () => 'Pending');
for (const statuses of [['Killed', ...pending], ['Killed', 'RuntimeError'], ['Killed', 'Survived', 'Skipped']]) {
  const { mutationScore, totalValid, totalInvalid, totalMutants } = calculateMetrics(report(80, ...statuses).files).metrics;
  console.log(`${new Set(statuses).size} kinds: score ${mutationScore}, valid ${totalValid}, invalid ${totalInvalid}, all ${totalMutants}`);
}
const { schemaVersion, thresholds } = aggregateResultsByModule({ a: report(80, 'Killed'), b: report(95, 'Survived') });
console.log(`joined: ${schemaVersion}, ${thresholds.high}`);
JS
seen=$(node score.mjs)
echo "$seen"
is 'scores' "$seen" '2 kinds: score 100, valid 1, invalid 0, all 100
2 kinds: score 100, valid 1, invalid 1, all 2
3 kinds: score 50, valid 2, invalid 0, all 2
joined: 1.7, 80'
