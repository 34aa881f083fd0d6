import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { describe, expect, test } from 'vitest';
import type { DoctorEvent } from '../../src/doctor/check.ts';
import { SMOKE_TEST_NEEDS, CHECKS, type Examination, examine } from '../../src/doctor/examine.ts';
import { readConfig } from '../../src/read-config/parse-config.ts';
import { takeLock } from '../../src/ledger/lock.ts';
import { planRun } from '../../src/run/plan-run.ts';
import { aFolder, git, hasGit, write } from '../evidence/a-repository.ts';
import { withAnchorsAside } from '../run/a-workspace.ts';
import { aTriedAgent } from './a-tried-agent.ts';
import { inTurn, pickSome } from '../pick-some.ts';

const slow = inTurn(1, test);

const statesOf = ({ findings }: Examination) => Object.fromEntries(findings.map(({ name, state }) => [name, state]));
const OTHER_TESTS =
  'version: 1\nwork: { spec: spec.md }\nagent: { command: ./agent.sh }\ntests: { command: no-such, runner: node }\n';
const ALL_OK = Object.fromEntries(CHECKS.map(({ name }) => [name, 'ok']));
const MUTATION_CHECKED = Object.fromEntries(
  ['turn', 'writing', 'shell', 'path', 'command', 'signal', 'leftovers'].map((it) => [`smoke test: ${it}`, 'ok']),
);

describe('the table of checks', () => {
  slow('has the prerequisites of each check, and all that the smoke test needs', () => {
    const names = CHECKS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const late = CHECKS.flatMap(({ name, needs }, at) =>
      needs.filter((need) => !names.slice(0, at).includes(need)).map((need) => `${name} needs ${need}`),
    );
    expect(late).toEqual([]);
    expect(SMOKE_TEST_NEEDS.filter((need) => !names.includes(need))).toEqual([]);
  });
});

describe.skipIf(!hasGit)('examine (needs git)', () => {
  slow('finds a sound project sound, changes nothing of it, and does not start its agent', async () => {
    await withAnchorsAside();
    const { folder } = await aTriedAgent('echo > was-started');
    const before = readdirSync(folder);
    const examination = await examine({ cwd: folder });
    expect(statesOf(examination)).toEqual(ALL_OK);
    expect(examination).toMatchObject({ v: 1, workspace: folder, problems: 0, warnings: 0, transcripts: null });
    expect(readdirSync(folder)).toEqual(before);
  });

  slow('with a smoke test runs the agent, too, and reports each step', async () => {
    await withAnchorsAside();
    const { folder } = await aTriedAgent('obey; speak; claim');
    const events: DoctorEvent[] = [];
    const onEvent = (each: DoctorEvent) => events.push(each);
    const examination = await examine({ cwd: join(folder, 'src'), smokeTestTimeoutMs: 60_000, onEvent });
    expect(statesOf(examination)).toEqual({ ...ALL_OK, ...MUTATION_CHECKED });
    expect(examination.transcripts).toBe(join(folder, '.dualgate/smoke-test'));
    expect(events.flatMap((each) => (each.type === 'found' ? [each.finding] : []))).toEqual(examination.findings);
    // The turn is bounded by the shorter of both.
    expect(events.filter(({ type }) => type === 'asking')).toEqual([
      { type: 'asking', agent: './agent.sh', timeout_ms: 20_000 },
    ]);
  });

  slow('says what can be said about a folder without a config and without a repository', async () => {
    await withAnchorsAside();
    const folder = await aFolder();
    expect(statesOf(await examine({ cwd: folder, smokeTestTimeoutMs: 1_000 }))).toEqual({
      node: 'ok',
      config: 'problem',
      repository: 'warning',
      sources: 'skipped',
      commits: 'skipped',
      state: 'ok',
      anchors: 'ok',
      sockets: 'ok',
      lock: 'ok',
      leftovers: 'ok',
      run: 'skipped',
      spec: 'skipped',
      tests: 'skipped',
      sandbox: 'skipped',
      suite: 'skipped',
      diagrams: 'skipped',
      agent: 'skipped',
      memory: 'skipped',
      settings: 'skipped',
      'smoke test': 'skipped',
    });
  });

  slow('looks at the folder of a config that does not load', async () => {
    await withAnchorsAside();
    const { folder } = await aTriedAgent('claim');
    await write(folder, { 'dualgate.yaml': 'version: 2\n' });
    const { workspace, findings } = await examine({ cwd: join(folder, 'src') });
    expect(workspace).toBe(folder);
    expect(findings.find(({ name }) => name === 'repository')?.state).toBe('ok');
    expect(findings.find(({ name }) => name === 'sources')?.details).toEqual(['dualgate.yaml']);
    expect(findings.find(({ name }) => name === 'spec')?.says).toBe('not checked: the config does not load');
  });

  slow('names what the sandbox of an agent left in the workspace, and no folder with something in it', async () => {
    await withAnchorsAside();
    const { folder } = await aTriedAgent('claim');
    await write(folder, { '.codex/config.toml': '' });
    await mkdir(join(folder, '.agents'));
    await mkdir(join(folder, '.aws'));
    const { findings } = await examine({ cwd: folder });
    expect(findings.find(({ name }) => name === 'repository')).toEqual({
      name: 'repository',
      state: 'warning',
      says: 'empty folders lie here, as the sandbox of codex leaves them where it mounted over missing paths: .agents, .aws',
      fix: 'Remove them: rmdir .agents .aws. Git takes an empty .git for no repository.',
    });
  });

  slow('neither runs the suite nor asks the agent beside a run', async () => {
    await withAnchorsAside();
    const { folder } = await aTriedAgent('echo > was-started');
    await write(folder, { '.dualgate/.gitignore': '*\n' });
    const lock = takeLock(join(folder, '.dualgate/lock'), { run: 'r-1', now: () => new Date() });
    const examination = await examine({ cwd: folder, smokeTestTimeoutMs: 60_000 });
    lock.release();
    expect(statesOf(examination)).toEqual({
      ...ALL_OK,
      lock: 'problem',
      leftovers: 'skipped',
      suite: 'skipped',
      'smoke test': 'skipped',
    });
    expect(examination.findings.at(-1)?.says).toBe('not checked: fix lock first');
    expect(existsSync(join(folder, 'was-started'))).toBe(false);
  });

  slow('asks no scripted agent, which would do its work', async () => {
    await withAnchorsAside();
    const { folder } = await aTriedAgent('claim', { command: undefined, use: 'scripted', script: 'turns.yaml' });
    await write(folder, { 'turns.yaml': stringify({ turns: [{ phase: 'RED', write: { 'a.txt': 'a' }, say: 'b' }] }) });
    const { findings } = await examine({ cwd: folder, smokeTestTimeoutMs: 60_000 });
    expect(findings.at(-1)).toEqual({
      name: 'smoke test',
      state: 'skipped',
      says: 'a scripted agent only plays its script',
    });
    expect(existsSync(join(folder, 'a.txt'))).toBe(false);
  });

  test.each<readonly [string, (folder: string) => Promise<unknown>]>(
    pickSome(
      [
        ['repository', (folder) => git(folder, 'config', 'core.bare', 'true')],
        ['spec', (folder) => rm(join(folder, 'spec.md'))],
        ['agent', (folder) => rm(join(folder, 'agent.sh'))],
        ['tests', (folder) => write(folder, { 'dualgate.yaml': OTHER_TESTS })],
      ],
      ([name]) => name,
      1,
    ),
  )('finds a problem where a run would not begin, in the same words: %s', async (name, spoil) => {
    await withAnchorsAside();
    const { folder } = await aTriedAgent('claim');
    await spoil(folder);
    const { findings } = await examine({ cwd: folder });
    const problems = findings.filter(({ state }) => state === 'problem');
    expect(problems.map((each) => each.name)).toEqual([name]);
    const { missing } = await planRun(readConfig({ cwd: folder, config: 'dualgate.yaml' }));
    expect(missing).toEqual(problems.map(({ says, fix }) => `${says}. ${fix}`));
  });

  test('stops at once on request', async () => {
    await withAnchorsAside();
    const { folder } = await aTriedAgent('claim');
    const hanging = "test('b', () => new Promise(() => setTimeout(() => {}, 60_000)));";
    await write(folder, { 'test/a.test.js': `import { test } from 'node:test';\ntest('a', () => {});\n${hanging}\n` });
    const stop = new AbortController();
    const onEvent = (event: DoctorEvent) => {
      if (event.type === 'counted') stop.abort(new Error('enough'));
    };
    await expect(examine({ cwd: folder, signal: stop.signal, onEvent })).rejects.toThrow('enough');
    expect(await git(folder, 'status', '--porcelain')).toBe('?? test/');
  });
});
