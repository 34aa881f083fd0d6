/**
 * Records runs as fixtures: for each preset one that completes, and of the default config those that stop for each other reason.
 *
 *     node .ci/record-runs.mjs <dist/cli.cjs> <folder of the fixtures> [home of the workspaces]
 *
 * Record them again when the format of ledgers changes.
 *
 * @module
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const [program, out, home = '/home/ann'] = process.argv.slice(2);
if (program === undefined || out === undefined) throw new Error('usage: node .ci/record-runs.mjs <cli.cjs> <folder> [home]');
const CLI = resolve(program);
const STATE = join(home, '.local', 'state');

const SPEC =
  '# Shout\n\n- [ ] AC-1: a word is shouted in capitals\n- [ ] AC-2: a shout ends with one exclamation mark\n';
const CHECKS = `import { test } from 'node:test';
import { equal } from 'node:assert/strict';
import { shout } from '../lib/shout.mjs';
test('AC-1: a word is shouted in capitals', () => equal(shout('no')?.slice(0, 2), 'NO'));
test('AC-2: a shout ends with one exclamation mark', () => equal(shout('no!')?.slice(2), '!'));
`;
const STUB = 'export const shout = () => undefined;\n';
const HALF = 'export const shout = (word) => word.slice(0, 2).toUpperCase();\n';
const SHOUT = "export const shout = (word) => word.toUpperCase().replace(/!*$/, '') + '!';\n";
const NEATER = `const bare = (word) => word.replace(/!*$/, '');
export const shout = (word) => \`\${bare(word).toUpperCase()}!\`;
`;
const PROSE = `The module has one function, and everything that a caller needs to know about it stands on this page: it takes a word,
writes it in capitals, and puts exactly one exclamation mark behind it, however many were there before.
`;
const DOCUMENTS = {
  'docs/architecture.md': `# Architecture\n\n${PROSE}\n\`\`\`mermaid\nC4Context\n  Person(caller, "Caller")\n  System(shout, "shout")\n  Rel(caller, shout, "calls")\n\`\`\`\n`,
  'docs/usage.md': `# Usage\n\n${PROSE}\nImport it from \`lib/shout.mjs\` and call it with the word that you want to hear.\n`,
  'docs/adr/0001-one-mark.md': `# 1. One exclamation mark\n\n## Status\n\nAccepted\n\n## Context\n\n${PROSE}\n## Decision\n\nMarks that are there are taken off before one is put on.\n\n## Consequences\n\nCallers may pass words that were shouted before, and get the same answer again.\n`,
};

const red = {
  phase: 'RED',
  write: { 'checks/shout.test.mjs': CHECKS, 'lib/shout.mjs': STUB },
  say: 'Both criteria have a test.',
  signal: true,
};
const early = {
  phase: 'GREEN',
  iteration: 1,
  write: { 'lib/shout.mjs': HALF },
  say: 'All tests pass, the work is complete!',
  signal: true,
};
const cheat = {
  phase: 'GREEN',
  iteration: 2,
  say: 'The second test was wrong, I took it out.',
  signal: true,
  write: { 'checks/shout.test.mjs': CHECKS.replace(/test\('AC-2.*\n/, '') },
};
const green = (write = {}) => ({
  phase: 'GREEN',
  iteration: 3,
  signal: true,
  write: { 'checks/shout.test.mjs': CHECKS, 'lib/shout.mjs': SHOUT, ...write },
  say: 'The implementation is finished, all tasks are completed and all tests pass. It is done and ready for review.\nAll acceptance criteria are met, no remaining work.',
});
const refactor = {
  phase: 'REFACTOR',
  write: { 'lib/shout.mjs': NEATER },
  say: 'It is simpler.',
  signal: true,
  refactoring_complete: true,
};
const document = { phase: 'DOCUMENT', write: DOCUMENTS, say: 'It is described.', signal: true };

const TICKED = '- [x] 01-01: capitals\n- [x] 01-02: one exclamation mark\n';
const OPEN = TICKED.replaceAll('[x]', '[ ]');
const four = [red, early, cheat, green(), refactor, document];

/** name: what is recorded. `exit` is the exit code that the run ends with. */
const RUNS = {
  default: { turns: four, exit: 0 },
  prp: { config: { preset: 'prp' }, turns: four, exit: 0 },
  cub: { config: { preset: 'cub' }, dialect: 'cub', turns: [red, early, cheat, green()], exit: 0 },
  ralph: {
    config: { preset: 'ralph' },
    dialect: 'ralph',
    files: { 'fix_plan.md': OPEN },
    turns: [red, early, cheat, green({ 'fix_plan.md': TICKED })],
    exit: 0,
  },
  doyaken: { config: { preset: 'doyaken' }, dialect: 'doyaken', turns: [red, early, cheat, green()], exit: 0 },
  apm2: {
    config: { preset: 'apm2' },
    dialect: 'apm2',
    env: { AGENT_EXIT_PROTOCOL_ENABLED: 'true' },
    turns: [red, early, cheat, green()],
    exit: 0,
  },
  gsd: {
    config: { preset: 'gsd' },
    files: { 'ROADMAP.md': `# Roadmap\n\n${OPEN}` },
    turns: [red, early, cheat, green({ 'ROADMAP.md': `# Roadmap\n\n${TICKED}` })],
    exit: 0,
  },
  forced: {
    turns: [red, { phase: 'GREEN', write: { 'lib/shout.mjs': SHOUT }, say: 'Green.', signal: true }, refactor],
    args: ['--until', 'REFACTOR'],
    after: [['skip', '--reason', 'documented elsewhere']],
    exit: 0,
  },
  halted: { turns: [red, { phase: 'GREEN', say: 'I cannot go on.', blocked: true, signal: false }], exit: 4 },
  paused: { turns: four, args: ['--until', 'GREEN'], exit: 0 },
  killed: {
    turns: [red, { ...early, wait: 60_000 }, cheat, green(), refactor, document],
    env: { AGENT_WAITS: 'yes' },
    kill: 'GREEN',
    exit: null,
  },
};

/** The agent of these runs: plays turns.json, and speaks each dialect. */
const AGENT = `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
const { DUALGATE_PHASE: phase, DUALGATE_ITERATION: iteration, DUALGATE_NONCE: nonce } = process.env;
const { dialect, turns } = JSON.parse(readFileSync('turns.json', 'utf8'));
const fits = (turn) => turn.phase === phase && (turn.iteration === undefined || turn.iteration === Number(iteration));
const turn = turns.find(fits) ?? { say: 'Nothing to do.', signal: false };
for (const [path, text] of Object.entries(turn.write ?? {})) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
const bound = ['PHASE: ' + phase, 'ITERATION: ' + iteration, 'NONCE: ' + nonce];
const yes = turn.signal === true;
const status = turn.blocked === true ? 'BLOCKED' : yes ? 'COMPLETE' : 'IN_PROGRESS';
const blocks = {
  prp: () => ['---PRP_PHASE_STATUS---', ...bound, 'STATUS: ' + status, 'EXIT_SIGNAL: ' + yes,
    ...(turn.refactoring_complete === true ? ['REFACTORING_COMPLETE: true'] : []), '---END_PRP_PHASE_STATUS---'],
  ralph: () => ['---RALPH_STATUS---', 'STATUS: ' + status, 'EXIT_SIGNAL: ' + yes, 'RECOMMENDATION: none', ...bound, '---END_RALPH_STATUS---'],
  cub: () => ['EXIT_STATUS: ' + (yes ? 'COMPLETE' : 'CONTINUE'), 'EXIT_REASON: ' + turn.say.split('\\n')[0], 'REMAINING_WORK: none', ...bound],
  doyaken: () => ['DOYAKEN_STATUS:', ...['PHASE_COMPLETE: ' + yes, 'FILES_MODIFIED: 1', 'TESTS_STATUS: ' + (phase === 'RED' ? 'fail' : 'pass'),
    'CONFIDENCE: high', 'REMAINING_WORK: none', ...bound].map((line) => '  ' + line)],
  apm2: () => [JSON.stringify({ protocol: 'apm2_agent_exit', version: '1.0.0', phase_completed: 'IMPLEMENTATION',
    exit_reason: yes ? 'completed' : 'blocked', notes: 'done nonce:' + nonce })],
};
console.log(turn.say);
console.log(blocks[dialect]().join('\\n'));
if (turn.wait !== undefined && process.env.AGENT_WAITS === 'yes') setTimeout(() => {}, turn.wait);
`;

const git = (folder, ...args) =>
  execFileSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      GIT_AUTHOR_NAME: 'Ann',
      GIT_AUTHOR_EMAIL: 'ann@example.org',
      GIT_COMMITTER_NAME: 'Ann',
      GIT_COMMITTER_EMAIL: 'ann@example.org',
      GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z',
      GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z',
    },
  });
const write = (folder, files) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
};
const yaml = (value) => `${JSON.stringify(value, null, 2)}\n`; // JSON is YAML

const runsOf = (workspace) => join(workspace, '.dualgate', 'runs');
const readLedger = (workspace) => {
  const [run] = existsSync(runsOf(workspace)) ? readdirSync(runsOf(workspace)) : [];
  const path = join(runsOf(workspace), run ?? '', 'ledger.jsonl');
  return run !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : '';
};

const record = async (
  name,
  { config = {}, turns, files = {}, env = {}, dialect = 'prp', args = [], after = [], kill, exit },
) => {
  const workspace = join(home, name);
  rmSync(workspace, { recursive: true, force: true });
  write(workspace, {
    'specs/shout.md': SPEC,
    'dualgate.yaml': yaml({
      version: 1,
      work: { spec: 'specs/shout.md' },
      agent: { command: ['node', 'agent.mjs'], timeout: '2m' },
      tests: { command: 'node --test' },
      commits: true,
      documents: { globs: ['docs/**/*.md'] },
      ...config,
    }),
    'turns.json': yaml({ dialect, turns }),
    'agent.mjs': AGENT,
    'package.json': '{ "type": "module" }\n',
    ...files,
  });
  git(workspace, 'init', '--quiet', '--initial-branch=main');
  git(workspace, 'config', 'user.name', 'Ann');
  git(workspace, 'config', 'user.email', 'ann@example.org');
  git(workspace, 'add', '--all');
  git(workspace, 'commit', '--quiet', '--message', 'Start');
  const options = {
    cwd: workspace,
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: home,
      XDG_STATE_HOME: STATE,
      TZ: 'UTC',
      USER: 'ann',
      LOGNAME: 'ann',
      ...env,
    },
  };
  if (kill === undefined) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, 'run', ...args], {
      ...options,
      encoding: 'utf8',
    });
    if (status !== exit) throw new Error(`${name}: exit code ${status}\n${stdout}\n${stderr}`);
  } else {
    const child = spawn(process.execPath, [CLI, 'run', '--json'], { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.resume();
    const ended = once(child, 'exit');
    const begun = new RegExp(`"type":"turn.started".*"phase":"${kill}"|"phase":"${kill}".*"type":"turn.started"`);
    while (!begun.test(readLedger(workspace))) {
      if (child.exitCode !== null) throw new Error(`${name}: ended before ${kill}`);
      await wait(20);
    }
    child.kill('SIGKILL');
    await ended;
    child.stdout.destroy();
  }
  for (const more of after) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...more], { ...options, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${name}: ${more.join(' ')}: exit code ${status}\n${stdout}\n${stderr}`);
  }
  const [run] = readdirSync(join(workspace, '.dualgate', 'runs'));
  const fixture = join(out, name);
  rmSync(fixture, { recursive: true, force: true });
  mkdirSync(fixture, { recursive: true });
  cpSync(join(workspace, '.dualgate', 'runs', run, 'ledger.jsonl'), join(fixture, 'ledger.jsonl'));
  cpSync(join(STATE, 'dualgate', 'anchors', `${run}.json`), join(fixture, 'anchor.json'));
  const notes = git(workspace, 'for-each-ref', '--format=%(refname)');
  writeFileSync(
    join(fixture, 'repository.fast-export'),
    git(workspace, 'fast-export', '--all', '--signed-tags=strip', '--reencode=no'),
  );
  // What is in the working tree and in no commit.
  const loose = git(workspace, 'ls-files', '--modified', '--others', '--exclude-standard', '-z')
    .split('\0')
    .filter(Boolean);
  const removed = loose.filter((path) => !existsSync(join(workspace, path)));
  writeFileSync(
    join(fixture, 'fixture.json'),
    `${JSON.stringify(
      {
        run,
        branch: git(workspace, 'rev-parse', '--abbrev-ref', 'HEAD').trim(),
        refs: notes.trim().split('\n'),
        env,
        loose: Object.fromEntries(
          loose
            .filter((path) => !removed.includes(path))
            .map((path) => [path, readFileSync(join(workspace, path), 'utf8')]),
        ),
        removed,
      },
      null,
      2,
    )}\n`,
  );
  console.log(name, run, readFileSync(join(fixture, 'ledger.jsonl'), 'utf8').split('\n').length - 1, 'records');
};

const only = process.argv.slice(5);
for (const [name, run] of Object.entries(RUNS)) if (only.length === 0 || only.includes(name)) await record(name, run);
