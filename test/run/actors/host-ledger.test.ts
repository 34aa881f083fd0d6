/**
 * The actors of the loop in the hands of another program, one by one; test/end-to-end/packed.full.test.ts has a whole
 * machine.
 */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { greenRunsActor, type Iteration, runMachine } from '../../../machines/index.ts';
import {
  createEvidenceActor,
  createLoopActors,
  createTestRunnerActor,
  type EvidenceInput,
  openLedger,
} from '../../../src/run/actors/index.ts';
import { replayRun, verifyLedger, readRun } from '../../../src/index.ts';
import { hasGit, write } from '../../evidence/a-repository.ts';
import { aCodeWorkspace, HONEST, type Workspace, withAnchorsAside } from '../a-workspace.ts';

const WEAK = { 'test/one.test.js': "import { test } from 'node:test';\ntest('AC-1: one is 1', () => {});\n" };

/** A program with a loop of its own, and one counter for all iterations. */
const aHost = async (options: Parameters<typeof openLedger>[1] = {}, given?: Workspace) => {
  const { folder, config } = given ?? (await aCodeWorkspace([]));
  const ledger = await openLedger(config, options);
  onTestFinished(async () => void (await ledger.close().catch(() => null)));
  const greenRuns = createActor(greenRunsActor).start();
  onTestFinished(() => void greenRuns.stop());
  const testRunner = createTestRunnerActor(config, { ledger });
  const evidence = createEvidenceActor(config, { ledger });
  const runTests = () => toPromise(createActor(testRunner, { input: { greenRuns } }).start());
  const decide = (signal?: EvidenceInput['signal']) =>
    toPromise(createActor(evidence, { input: { greenRuns, ...(signal === undefined ? {} : { signal }) } }).start());
  const iterate = async (signal?: EvidenceInput['signal']) => {
    while ((await runTests()).wants_another);
    return decide(signal);
  };
  return { folder, config, ledger, greenRuns, runTests, decide, iterate };
};

describe.skipIf(!hasGit)('the actors of the loop, in another program (needs git)', () => {
  beforeEach(withAnchorsAside);

  test('stream into the counter, decide in the ledger, and follow the chart', async () => {
    const { folder, config, ledger, greenRuns, runTests, decide, iterate } = await aHost();
    const counts: number[] = [];
    greenRuns.subscribe(({ context }) => counts.push(context.counts.suite_passing + context.counts.suite_failing));

    const early = await iterate(true);
    expect([early.phase, early.iteration, ledger.phase()]).toEqual(['RED', 1, 'RED']);
    await write(folder, HONEST.RED.write);
    expect(await runTests()).toEqual({ wants_another: false });
    expect(counts.at(-1)).toBe(1);
    await decide(true);
    expect(ledger.phase()).toBe('GREEN');

    await write(folder, HONEST.GREEN.write);
    expect(await runTests()).toEqual({ wants_another: true });
    expect(await runTests()).toEqual({ wants_another: false });
    expect(greenRuns.getSnapshot().context.consecutive_green_runs).toBe(2);
    const green = await decide(true);
    expect([green.metrics.consecutive_green_runs, green.metrics.tests_intact]).toEqual([2, true]);
    await write(folder, HONEST.REFACTOR.write);
    await iterate(true);
    expect(ledger.phase()).toBeNull();
    expect(await ledger.close()).toMatchObject({ status: 'completed', exit_code: 0 });

    expect((await verifyLedger(ledger.path)).ok).toBe(true);
    const { records } = await readRun(config, ledger.run);
    expect(replayRun(records).same).toBe(true);
    expect(records.filter(({ type }) => type === 'tests.ended')).toHaveLength(5);
  });

  test('hold a weakened test', async () => {
    const { folder, ledger, iterate } = await aHost();
    await write(folder, HONEST.RED.write);
    await iterate(true);
    await write(folder, { ...HONEST.GREEN.write, ...WEAK });
    const record = await iterate(true);
    expect([record.metrics.tests_intact, ledger.phase()]).toEqual([false, 'GREEN']);
  });

  test('carry no green run from one iteration to the next, though the counter lives longer', async () => {
    const { folder, greenRuns, iterate, runTests, decide } = await aHost();
    await write(folder, HONEST.RED.write);
    await iterate(true);
    await write(folder, HONEST.GREEN.write);
    await runTests();
    const held = await decide(true);
    expect(held.metrics.consecutive_green_runs).toBe(1);
    await runTests();
    expect(greenRuns.getSnapshot().context).toMatchObject({ consecutive_green_runs: 1, test_runs: 1 });
    expect((await decide(true)).metrics.consecutive_green_runs).toBe(1);
  });

  test('need the signal: measured tests alone exit nothing', async () => {
    const { folder, ledger, iterate } = await aHost();
    await write(folder, HONEST.RED.write);
    for (const signal of [undefined, false, { text: 'All done!' }] as const)
      expect((await iterate(signal)).signal.value, JSON.stringify(signal)).not.toBe(true);
    expect(ledger.phase()).toBe('RED');
  });

  test('resume in another process: the counter begins at 0, and so does the iteration', async () => {
    const host = await aHost();
    await write(host.folder, HONEST.RED.write);
    await host.iterate(true);
    await write(host.folder, HONEST.GREEN.write);
    await host.runTests();
    await host.ledger.close();

    const again = await aHost({ resume: host.ledger.run }, host);
    expect(again.ledger.phase()).toBe('GREEN');
    const seen = { type: 'TEST_RUN_ENDED', green: true, tree: 'of the former process' } as const;
    again.greenRuns.send(seen);
    await again.runTests();
    expect(again.greenRuns.getSnapshot().context).toMatchObject({ consecutive_green_runs: 1, test_runs: 1 });
  });

  test('are every actor of runMachine, which then is the loop of createRun', async () => {
    const { config, ledger } = await aHost({
      agent: async ({ phase, workspace }) => {
        await write(workspace, Object(HONEST)[phase].write);
        return { text: 'Done.', signal: true };
      },
    });
    const actors = createLoopActors(config, { ledger });
    const handed: Iteration[] = [];
    const loop = createActor(runMachine.provide({ actors }), {
      input: { resumed: true },
      inspect: (said) => {
        if (said.type !== '@xstate.snapshot' || said.actorRef !== loop) return;
        const { iteration } = loop.getSnapshot().context;
        if (iteration !== null) handed.push(iteration);
      },
    });
    const output = await toPromise(loop.start());
    // An inspector keeps what the loop knows of an iteration, and nothing large or secret that was measured.
    const known = new Set(['phase', 'iteration', 'attempt', 'green_runs_wanted', 'max_runs', 'turn', 'record']);
    expect(handed.flatMap((each) => Object.keys(each)).filter((name) => !known.has(name))).toEqual([]);
    expect(handed.at(-1)).toMatchObject({ phase: 'REFACTOR', record: { phase: 'REFACTOR' } });
    // A measurement of before decides nothing, and neither does one that a saved loop brings back.
    for (const input of [handed.at(-1), structuredClone(handed.at(-1))]) {
      const again = createActor(actors.decide, { input: input ?? expect.fail('nothing was handed on') });
      await expect(toPromise(again.start())).rejects.toThrow('the result of the previous step is missing');
    }
    expect(output).toMatchObject({ status: 'completed' });
    expect(await ledger.close(output)).toMatchObject({ status: 'completed' });
    expect((await verifyLedger(ledger.path)).ok).toBe(true);
  });

  test('refuse in words what they cannot do', async () => {
    const { config, ledger, decide, greenRuns } = await aHost();
    await expect(decide(true)).rejects.toThrow(
      'Cannot gather evidence: this counter saw no test run of this iteration.',
    );
    expect(() => createTestRunnerActor({ ...config }, { ledger })).toThrow(
      'Cannot call createTestRunnerActor with this option ledger: it has to be what openLedger returned for the same config.',
    );
    expect(() => createEvidenceActor(config, Object({ ledgr: ledger }))).toThrow(
      'with the option ledgr: it is unknown',
    );
    const lost = createActor(createTestRunnerActor(config, { ledger }), { input: { greenRuns: 'nobody' } });
    await expect(toPromise(lost.start())).rejects.toThrow('Cannot find the green-run counter');
    await expect(openLedger(config)).rejects.toThrow('has locked it');
    await ledger.close();
    greenRuns.stop();
  });

  test('begin no run that cannot begin, and leave the workspace free', async () => {
    const { folder, config } = await aCodeWorkspace([], { work: { spec: 'missing.md' } });
    await expect(openLedger(config)).rejects.toThrow('The run did not start');
    await write(folder, { 'missing.md': '- [ ] AC-1: one is 1\n' });
    const ledger = await openLedger(config);
    expect((await ledger.close()).status).toBe('interrupted');
  });
});
