/**
 * The benches in one table: the fastest round of each, beside the first line of its group, and whether the goals are met.
 * Speed is shown, not tested: a goal that is missed is said, and nothing fails.
 *
 *     node .ci/tell-ratios.mjs <what `vitest bench --outputJson` wrote>
 *
 * @module
 */
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';

/** Each looks at one group; `ms` gives the fastest round of a line, by a part of its name. */
const GOALS = [
  {
    group: /TAP of/,
    goal: 'dualgate at least 10 times as fast as tap-parser',
    met: (ms) => ms('tap-parser') / ms('dualgate') >= 10,
    found: (ms) => `${(ms('tap-parser') / ms('dualgate')).toFixed(1)} times`,
  },
  {
    group: /a look at/,
    goal: 'takeFingerprint within 2 times of the git status that hashes every file too',
    met: (ms) => ms('takeFingerprint') / ms('git status, which hashes') <= 2,
    found: (ms) => `${(ms('takeFingerprint') / ms('git status, which hashes')).toFixed(2)} times`,
  },
  {
    group: /one iteration/,
    goal: 'less than 100 ms besides what the user named, in a small project',
    met: (ms) => ms('an iteration, 0 ') - ms('by themselves') < 100,
    found: (ms) => `${Math.round(ms('an iteration, 0 ') - ms('by themselves'))} ms`,
  },
  {
    group: /a scan of 10 MB/,
    goal: 'the native block is looked for at 500 MB a second or more',
    met: (ms) => 10_486 / ms('prp') >= 500,
    found: (ms) => `${Math.round(10_486 / ms('prp'))} MB a second`,
  },
  {
    group: /the decision on a transcript/,
    goal: 'the decision within 3 times of a bare read of the end',
    met: (ms) => ms('the last chunk') / ms('a bare read') <= 3,
    found: (ms) => `${(ms('the last chunk') / ms('a bare read')).toFixed(2)} times`,
  },
  {
    group: /> a session /,
    goal: 'a stop without a claim and without a change takes at most 2 times of node',
    met: (ms) => ms('a stop without a claim') / ms('node -e 0, beside hooks') <= 2,
    found: (ms) => `${(ms('a stop without a claim') / ms('node -e 0, beside hooks')).toFixed(2)} times`,
  },
  {
    group: /> start$/,
    goal: 'dualgate mcp gives its first answer within 1.3 times of node',
    met: (ms) => ms('mcp, first answer') / ms('node -e 0') <= 1.3,
    found: (ms) => `${(ms('mcp, first answer') / ms('node -e 0')).toFixed(2)} times`,
  },
  {
    group: /> start$/,
    goal: 'dualgate --version within 1.5 times of node',
    met: (ms) => ms('--version') / ms('node -e 0') <= 1.5,
    found: (ms) => `${(ms('--version') / ms('node -e 0')).toFixed(2)} times`,
  },
  {
    group: /> start$/,
    goal: 'dualgate --help and the help of run within 1.6 times of node',
    met: (ms) => Math.max(ms('dualgate --help'), ms('run --help')) / ms('node -e 0') <= 1.6,
    found: (ms) => `${(Math.max(ms('dualgate --help'), ms('run --help')) / ms('node -e 0')).toFixed(2)} times`,
  },
  {
    group: /> start$/,
    goal: 'dualgate status, where no run was begun, within 1.6 times of node',
    met: (ms) => ms('status, no run') / ms('node -e 0') <= 1.6,
    found: (ms) => `${(ms('status, no run') / ms('node -e 0')).toFixed(2)} times`,
  },
  {
    group: /one record on the disk/,
    goal: 'append within 1.5 times of a bare write and fdatasync',
    met: (ms) => ms('append') / ms('bare') <= 1.5,
    found: (ms) => `${(ms('append') / ms('bare')).toFixed(2)} times`,
  },
  {
    group: /verify, records of 500 bytes/,
    goal: 'verify 500,000 records a second or more',
    met: (ms) => 100_000 / ms('verifyLedger') >= 500,
    found: (ms) => `${Math.round(100_000 / ms('verifyLedger'))},000`,
  },
  {
    group: /> a ledger of/,
    goal: 'status within 1.35 times of an empty Node program, whatever the history',
    met: (ms) => ms('status') / ms('node -e 0') <= 1.35,
    found: (ms) => `${(ms('status') / ms('node -e 0')).toFixed(2)} times`,
  },
  {
    group: /> a ledger of/,
    goal: 'check, whose suite takes no time, within 3 times of an empty Node program',
    met: (ms) => ms('check') / ms('node -e 0') <= 3,
    found: (ms) => `${(ms('check') / ms('node -e 0')).toFixed(2)} times`,
  },
  {
    group: /transitions of the loop on a disk/,
    goal: 'inspection, with somebody who is told everything, costs less than 15 % of the own time of the loop',
    met: (ms) => ms('told everything') / ms('not inspected') < 1.15,
    found: (ms) => `${((ms('told everything') / ms('not inspected') - 1) * 100).toFixed(1)} %`,
  },
  {
    group: /a run of/,
    goal: 'the last tenth of its iterations within 1.2 times of the first',
    met: (ms) => ms('last tenth') / ms('first tenth') <= 1.2,
    found: (ms) => `${(ms('last tenth') / ms('first tenth')).toFixed(2)} times`,
  },
];

const { files } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const say = (...words) => console.log(words.join(' '));

const load = loadavg()[0]?.toFixed(1);
say(`== Speed: milliseconds of the fastest round, and beside the first line of the group (load ${load})`);
for (const { fullName, benchmarks } of files.flatMap(({ groups }) => groups)) {
  const timed = benchmarks.filter(({ min }) => min > 0);
  const first = timed[0]?.min ?? 0;
  say(`\n${fullName.replace(/^.*?> /, '')}`);
  for (const { name, min } of timed) {
    say(' ', name.padEnd(54), min.toPrecision(4).padStart(10), `${(min / first).toPrecision(3)} x`.padStart(10));
  }
  const ms = (part) => timed.find(({ name }) => name.includes(part))?.min ?? Number.NaN;
  for (const { group, goal, met, found } of GOALS) {
    if (!group.test(fullName)) continue;
    const isMeasured = !/NaN/.test(found(ms));
    say(' ', isMeasured ? `goal ${met(ms) ? 'met' : 'MISSED'}: ${goal} (${found(ms)})` : `goal not measured: ${goal}`);
  }
}
