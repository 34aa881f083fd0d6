/**
 * What a command costs from cold beside an empty program, in the same rounds: CPU time of it and of all that it starts, the least
 * of the rounds. With `--write`, the table goes into docs/performance.md. A small project, a suite that takes no time.
 *
 *     npm run build:js && node .ci/tell-commands.mjs
 *
 * @module
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROUNDS = 5;
/** Several starts a round: a system counts CPU time in steps of some milliseconds. */
const STARTS = 5;
const GOALS = { status: 1.4, check: 8, 'run --dry-run': 5, explain: 5, report: 5 };
const ROOT = new URL('..', import.meta.url).pathname;
const PROGRAM = join(ROOT, 'dist/cli.cjs');

const home = mkdtempSync(join(tmpdir(), 'dualgate-cost-'));
const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env;
const env = { ...inherited, XDG_STATE_HOME: join(home, 'state'), GIT_CONFIG_GLOBAL: '/dev/null' };
const start = (cwd, argv) => spawnSync(process.execPath, argv, { cwd, env, stdio: 'ignore' });
const git = (...args) => execFileSync('git', args, { cwd: home, env, stdio: 'ignore' });

writeFileSync(
  join(home, 'dualgate.yaml'),
  "version: 1\nwork: { spec: spec.md }\nagent: { command: 'true' }\ntests: { command: printf '1..1\\nok 1 - one is 1\\n', runner: tap, files: ['test/**'] }\nlimits: { iterations: 2 }\n",
);
writeFileSync(join(home, 'spec.md'), '- [ ] AC-1: one is 1\n');
git('init', '--quiet');
git('add', '--all');
git('-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', 'commit', '--quiet', '--message=start');

/** Seconds of CPU for one start: bash counts what it waited for. */
const cost = (argv) => {
  const script = 'n=$1; shift; for ((i = 0; i < n; i++)); do "$@" >/dev/null 2>&1; done; times';
  const words = ['-c', script, 'times', String(STARTS), process.execPath, ...argv];
  const { stdout } = spawnSync('bash', words, { cwd: home, env, encoding: 'utf8' });
  const [, children = ''] = stdout.trim().split('\n');
  const seconds = [...children.matchAll(/(\d+)m([\d.,]+)s/g)].map(([, m, s]) => 60 * m + Number(s.replace(',', '.')));
  return seconds.reduce((sum, each) => sum + each, 0) / STARTS;
};

const rows = [
  ['an empty program', ['-e', '0']],
  ['git status', ['-e', "require('child_process').spawnSync('git', ['status'])"]],
  ...['--version', '--help', 'status', 'run --dry-run', 'check', 'doctor'].map((line) => [line, [PROGRAM, ...line.split(' ')]]),
];
const afterRun = ['status', 'explain', 'report', 'verify'].map((line) => [`${line}, after a run`, [PROGRAM, line]]);
const least = new Map();
const measure = (lines) => {
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, argv] of lines) least.set(name, Math.min(least.get(name) ?? Infinity, cost(argv)));
};
measure(rows);
start(home, [PROGRAM, 'run']);
measure(afterRun);
rmSync(home, { recursive: true, force: true });

const empty = least.get('an empty program');
const goalOf = (name) => GOALS[name.replace(', after a run', '')];
const table = [...rows, ...afterRun].map(([name]) => {
  const ratio = least.get(name) / empty;
  const goal = goalOf(name);
  return { name, ratio, goal: goal === undefined ? '' : `${goal} ${ratio <= goal ? 'met' : 'missed'}` };
});
console.log('== Commands from cold: CPU time beside an empty program of Node, and the goal');
for (const { name, ratio, goal } of table) console.log(' ', name.padEnd(22), `${ratio.toFixed(1)} x`.padStart(8), ` ${goal}`);

if (process.argv.includes('--write')) {
  const page = join(ROOT, 'docs/performance.md');
  const lines = table.map(({ name, ratio, goal }) => `| \`${name}\` | ${ratio.toFixed(1)} | ${goal} |`.replace(/`(an empty program|[^`]*, after a run)`/, (_all, text) => text));
  const text = ['| command | times | goal |', '| --- | --- | --- |', ...lines].join('\n');
  const before = readFileSync(page, 'utf8');
  writeFileSync(page, before.replace(/(<!-- measured -->\n)[\s\S]*?(<!-- \/measured -->)/, (_all, first, last) => `${first}${text}\n${last}`));
}
