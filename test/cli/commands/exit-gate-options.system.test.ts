import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readThreshold } from '../../../src/cli/watch/options-of-run.ts';
import { readConfig } from '../../../src/read-config/parse-config.ts';
import { lockRun } from '../../../src/run/lock-run.ts';
import { readRun } from '../../../src/view/read-run.ts';
import { CONFIG, createProject, type Project, RED_TURN } from '../a-project.ts';
import { runLine } from '../memory-io.ts';
import { hasGit, keepAnchorsAside, PROGRAM } from './a-run.ts';

keepAnchorsAside();

const BLOCKED = RED_TURN.replace('signal: true', 'say: No.');

describe.skipIf(!hasGit)('the override mechanisms of spec 000 on the command line (needs git)', () => {
  let project: Project;
  beforeAll(async () => {
    project = await createProject(BLOCKED, {
      'dualgate.yaml': `${CONFIG}exit_gate: {}\nlimits: { iterations: 1 }\n`,
    });
  });
  afterAll(() => project.remove());
  const run = (argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    runLine(argv, { cwd: project.folder, env: { XDG_STATE_HOME: process.env['XDG_STATE_HOME'], ...env } });

  it.each([
    [['run', '--exit-threshold', '0'], {}, '--exit-threshold must be a whole number of 1 or more (got "0")'],
    [['run', '--exit-threshold', '1.5'], {}, '--exit-threshold must be a whole number of 1 or more (got "1.5")'],
    [['run', '--exit-threshold', '99'], {}, 'Cannot use --exit-threshold: it must be a whole number from 1 to'],
    [['run'], { CUB_EXIT_THRESHOLD: '99' }, 'Cannot use CUB_EXIT_THRESHOLD: it must be a whole number from 1 to'],
    [['run'], { CUB_EXIT_THRESHOLD: 'low' }, 'CUB_EXIT_THRESHOLD must be a whole number of 1 or more (got "low")'],
    [['run', '--force-complete'], {}, 'Missing --reason. Give one with -m "TEXT"'],
    [['run', '--reason', 'x'], {}, "Option '--reason' needs --force-complete"],
    [
      ['run', '--force-complete', '-m', 'x', '--until', 'RED'],
      {},
      "Option '--until' cannot be used with --force-complete",
    ],
  ])('%j is refused', async (argv, env, says) => {
    const { code, stderr } = await run(argv, env);
    expect(code).toBe(64);
    expect(stderr).toContain(says);
  });

  it('--exit-threshold overrides CUB_EXIT_THRESHOLD, which is for configs that count indicators', () => {
    const { exit_gate } = readConfig({ cwd: project.folder });
    const env = { CUB_EXIT_THRESHOLD: '3' };
    expect(readThreshold({ exit_gate }, {}, { env })).toMatchObject({
      exitThreshold: { threshold: 3, from: 'CUB_EXIT_THRESHOLD' },
    });
    expect(readThreshold({ exit_gate }, { 'exit-threshold': '1' }, { env })).toMatchObject({
      exitThreshold: { threshold: 1, from: '--exit-threshold' },
    });
    expect(readThreshold({ exit_gate: null }, {}, { env: { CUB_EXIT_THRESHOLD: 'low' } })).toEqual({});
    expect(readThreshold({ exit_gate }, {}, { env: { CUB_EXIT_THRESHOLD: '' } })).toEqual({});
  });

  it('--force-complete needs a run', async () => {
    const { code, stderr } = await run(['run', '--force-complete', '-m', 'x'], {});
    expect(code).toBe(77);
    expect(stderr).toMatch(/it has none yet/);
  });

  it('stops after its one iteration, and a wrong threshold does not resume it', async () => {
    expect((await run(['run'])).code).toBe(1);
    expect(await run(['resume', '--exit-threshold', '99'])).toMatchObject({ code: 64, stdout: '' });
  });

  it.each([
    ['a resume', ['resume']],
    ['the same command again', ['run', '--force-complete', '-m', 'once more']],
  ])(
    '--force-complete that was killed after its first phase is finished by %s: no agent works again',
    async (_who, argv) => {
      const killed = await createProject(BLOCKED, {
        'dualgate.yaml': `${CONFIG}exit_gate: {}\nlimits: { iterations: 1 }\n`,
      });
      onTestFinished(() => killed.remove());
      const runThere = (argv: readonly string[]) =>
        runLine(argv, { cwd: killed.folder, env: { XDG_STATE_HOME: process.env['XDG_STATE_HOME'] } });
      await runThere(['run']);
      const config = readConfig({ cwd: killed.folder });
      const { run: id, state: before } = await readRun(config);
      const held = lockRun({ config, run: id, as: 'existing', now: () => new Date() });
      const { tests, failing } = before;
      held.journal.write('operator.skipped', {
        phase: 'RED',
        by: 'ann',
        reason: 'the vendor is down',
        exit: { frozen: {}, tree: before.phaseTree, tests, failing },
        whole: true,
      });
      held.close();
      const { code, stdout } = await runThere(argv);
      expect([code, stdout]).toEqual([0, expect.not.stringMatching(/the agent works|Resumed with/)]);
      const { records, state } = await readRun(config);
      expect(state.ending?.status).toBe('completed');
      expect(state.forced.map((each) => [each.phase, each.by, each.reason])).toEqual([
        ['RED', 'ann', 'the vendor is down'],
        ['GREEN', 'ann', 'the vendor is down'],
      ]);
      expect(records.filter(({ type }) => type === 'turn.started')).toHaveLength(1);
      expect(records.at(-1)?.type).toBe('run.ended');
    },
  );

  it('both are refused inside a turn of the agent', async () => {
    for (const argv of [
      ['run', '--exit-threshold', '1'],
      ['run', '--force-complete', '-m', 'I am done'],
    ]) {
      const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...argv], {
        cwd: project.folder,
        env: { ...process.env, DUALGATE_RUN: 'some-run' },
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([77, expect.stringMatching(/from inside a turn of the agent/)]);
    }
  });

  it('--force-complete forces the exit of every phase, and the ledger records it', async () => {
    expect(await run(['run', '--force-complete', '-m', 'the vendor is down'])).toEqual({
      code: 0,
      stdout: 'Forced the exit of RED, GREEN. The work is complete.\n',
      stderr: '',
    });
    const { phase, state } = await readRun(readConfig({ cwd: project.folder }));
    expect(phase).toBe(null);
    expect(state.ending?.status).toBe('completed');
    expect(state.forced.map((each) => [each.phase, each.reason])).toEqual([
      ['RED', 'the vendor is down'],
      ['GREEN', 'the vendor is down'],
    ]);
    const again = await run(['run', '--force-complete', '-m', 'once more']);
    expect([again.code, again.stderr]).toEqual([77, expect.stringMatching(/its work is over/)]);
  });
});
