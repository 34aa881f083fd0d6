import { textsOf } from '../evidence/findings/a-finding.ts';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { anchorFolder, readAnchor } from '../../src/ledger/anchor.ts';
import { type LedgerRecord, readLedger } from '../../src/ledger/ledger-record.ts';
import { verifyLedger } from '../../src/ledger/verify-ledger.ts';
import { createRun } from '../../src/run/create-run.ts';
import type { RunOptions } from '../../src/run/run-options.ts';
import { explainIteration } from '../../src/view/explain/explain-iteration.ts';
import { operate } from '../../src/run/operator/operate.ts';
import { readRun } from '../../src/view/read-run.ts';
import { replayRecords } from '../../src/records/fold/fold-records.ts';
import type { RunEvent } from '../../src/records/run-events.ts';
import { runFolders } from '../../src/records/run-folders.ts';
import { hasGit, write } from '../evidence/a-repository.ts';
import { waitForTick } from '../ledger/wait-for-tick.ts';
import { aCodeWorkspace, aWorkspace, HONEST, type Workspace, withAnchorsAside } from './a-workspace.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(8, test);

const run = async ({ config }: Workspace, options: Partial<RunOptions> = {}) => {
  const events: RunEvent[] = [];
  const started = createRun({ config, onEvent: (event) => events.push(event), ...options });
  const ended = await started.ended;
  return { id: started.id, ledger: started.ledger, ended, events, types: events.map(({ type }) => type) };
};
const decisions = (events: readonly RunEvent[]) =>
  events.flatMap((event) =>
    event.type === 'iteration.decided' ? [`${event.phase} ${event.iteration}: ${event.decision.reason}`] : [],
  );
const { RED, GREEN, REFACTOR, DOCUMENT } = HONEST;
const AGREE = 'Both gates agree in this iteration';

/** For runs that get nowhere, and must be stuck for it. */
const NO_REST = { circuit_breaker: { reopenings: 0 } };

describe.skipIf(!hasGit)('a run (needs git)', () => {
  beforeEach(withAnchorsAside);

  slow('goes through every phase to completed, and its ledger holds', async () => {
    const workspace = await aWorkspace();
    const { id, ledger, ended, events } = await run(workspace);
    expect(ended).toEqual({ status: 'completed', why: 'Every phase was exited by both of its gates', exit_code: 0 });
    expect(decisions(events)).toEqual(['RED', 'GREEN', 'REFACTOR', 'DOCUMENT'].map((phase) => `${phase} 1: ${AGREE}`));
    const anchor = readAnchor(anchorFolder(process.env), id);
    expect(await verifyLedger(ledger, anchor)).toMatchObject({
      ok: true,
      problems: [],
      head: { seq: anchor?.seq, hash: anchor?.hash },
    });
  });

  slow('measures GREEN twice in one iteration, and the other phases once', async () => {
    const { events } = await run(await aWorkspace());
    const runs = events.flatMap((event) => (event.type === 'tests.ended' ? [event.phase] : []));
    expect(runs).toEqual(['RED', 'GREEN', 'GREEN', 'REFACTOR', 'DOCUMENT']);
  });

  slow('stands in its ledger as it stood alive: the records fold to the same chart, state and views', async () => {
    const workspace = await aWorkspace();
    const { id, ledger } = await run(workspace);
    const { config } = workspace;
    const folders = runFolders(config.folder, id);
    const records: LedgerRecord[] = [];
    for await (const record of readLedger(ledger)) records.push(record);
    const steps = [...replayRecords(records)];
    expect(steps.at(-1)).toMatchObject({ phase: null, state: { run: id, ending: { status: 'completed' } } });
    expect(JSON.parse(readFileSync(folders.status, 'utf8'))).toEqual((await readRun(config)).status);

    const log = readFileSync(folders.phaseStatusLog, 'utf8');
    expect(log.match(/---PRP_PHASE_STATUS---\n/g)?.length).toBe(log.match(/---END_PRP_PHASE_STATUS---\n\n/g)?.length);
    expect(log).toContain('GATE_1_DETAIL: "tests_passing: 1/1, consecutive_runs: 2"');
    expect(
      log
        .trimEnd()
        .split('\n')
        .filter((line) => line.startsWith('STATUS: COMPLETE')).length,
    ).toBe(5);
  });

  slow('makes a log that a crash cut short, or that was deleted, again from the ledger, the same', async () => {
    const workspace = await aCodeWorkspace([{ phase: 'RED', ...RED }], NO_REST);
    const { id } = await run(workspace);
    const { phaseStatusLog } = runFolders(workspace.folder, id);
    const before = readFileSync(phaseStatusLog, 'utf8');
    writeFileSync(phaseStatusLog, before.slice(0, -20));
    await operate({ ...workspace, run: id, command: { command: 'guide', by: 'ann', text: 'look' } });
    expect(readFileSync(phaseStatusLog, 'utf8')).toBe(before);
    rmSync(phaseStatusLog);
    await operate({ ...workspace, run: id, command: { command: 'skip', by: 'ann', reason: 'later' } });
    expect(readFileSync(phaseStatusLog, 'utf8').startsWith(before)).toBe(true);
  });

  slow('tells its events in order, each with its envelope', async () => {
    const { id, events, types } = await run(await aWorkspace());
    expect(types.slice(0, 2)).toEqual(['run.started', 'baseline.started']);
    expect(types.at(-1)).toBe('run.ended');
    for (const event of events) expect(event).toMatchObject({ v: 4, run: id, at: expect.stringMatching(/^\d{4}-/) });
    const first = types.filter((type) => type !== 'agent.output' && !type.startsWith('test.')).slice(2, 10);
    expect(first).toEqual([
      'baseline.ended',
      'phase.entered',
      'iteration.started',
      'turn.ended',
      'tests.ended',
      'signal.read',
      'iteration.decided',
      'phase.exited',
    ]);
  });

  slow('can be read as an async iterable, whole', async () => {
    const { config } = await aCodeWorkspace([{ phase: 'RED', signal: false }], { limits: { iterations: 1 } });
    const received: string[] = [];
    const started = createRun({ config, onEvent: ({ type }) => received.push(type) });
    const read: string[] = [];
    for await (const { type } of started.events) read.push(type);
    expect(read).toEqual(received);
    expect((await started.ended).exit_code).toBe(1);
  });

  slow('puts what held an iteration into the next prompt, word for word', async () => {
    const workspace = await aCodeWorkspace([
      { phase: 'RED', iteration: 1, ...RED, signal: false },
      { phase: 'RED', iteration: 2, quote_prompt: true },
    ]);
    const { id } = await run(workspace, { until: 'RED' });
    const said = await readFile(join(runFolders(workspace.folder, id).transcripts, 'red-2-1.stdout'), 'utf8');
    expect(said).toContain('Gate 1 satisfied but no exit signal');
    expect(said).toContain('the agent said no');
  });

  slow('warns of a premature signal word for word, and explains it afterwards', async () => {
    const workspace = await aCodeWorkspace([
      { phase: 'RED', ...RED },
      { phase: 'GREEN', iteration: 1, say: 'Done!', signal: true },
      { phase: 'GREEN', iteration: 2, ...GREEN },
    ]);
    const { events } = await run(workspace, { until: 'GREEN' });
    expect(events.filter(({ type }) => type === 'signal.premature')).toMatchObject([
      { phase: 'GREEN', iteration: 1, warning: 'Exit signal set but Gate 1 not satisfied' },
    ]);
    const explained = explainIteration(await readRun(workspace.config), { iteration: 1, phase: 'GREEN' });
    expect(explained).toMatchObject({
      decision: { can_exit: false, gate_1: { satisfied: false }, gate_2: { satisfied: true } },
      record: { failing: [{ file: 'test/one.test.js', name: 'AC-1: one is 1' }], signal: { value: true, line: 3 } },
      transcript: 'transcripts/green-1-1.stdout',
    });
  });

  slow('pauses after the phase that --until names, and continues from there', async () => {
    const workspace = await aWorkspace();
    const { id, ended } = await run(workspace, { until: 'RED' });
    expect(ended).toMatchObject({ status: 'paused', exit_code: 0 });
    const { ended: later, events } = await run(workspace, { resume: id });
    expect(later.status).toBe('completed');
    expect(decisions(events)[0]).toBe(`GREEN 1: ${AGREE}`);
  });

  slow(
    'ends as stuck after three iterations without progress; an operator skips, and the forced exit stays visible',
    async () => {
      const workspace = await aWorkspace(
        [
          { phase: 'RED', ...RED },
          { phase: 'GREEN', say: 'I am making great progress, nearly done!', signal: false },
          { phase: 'REFACTOR', ...REFACTOR, write: { 'src/one.js': 'export const one = () => 1; //\n' } },
          { phase: 'DOCUMENT', ...DOCUMENT },
        ],
        NO_REST,
      );
      const { id, ended } = await run(workspace);
      expect(ended).toEqual({
        status: 'stuck',
        why: 'Exit gate not passing: 3 iterations without progress',
        exit_code: 1,
      });
      expect(
        await operate({ ...workspace, run: id, command: { command: 'skip', by: 'ann', reason: 'vendor is down' } }),
      ).toEqual({
        recorded: ['operator.skipped', 'phase.exited', 'breaker.changed'],
        says: 'Forced the exit of GREEN. REFACTOR is next.',
      });
      const { ended: later } = await run(workspace, { resume: id, by: 'ann' });
      expect(later).toEqual({
        status: 'completed',
        why: 'The last phase was exited; 1 phase had a forced exit',
        exit_code: 0,
      });
      expect((await readRun(workspace.config)).status.forced_exits).toMatchObject([
        { phase: 'GREEN', by: 'ann', reason: 'vendor is down' },
      ]);
    },
  );

  slow('starts the limits anew when it is resumed, and green runs at 0', async () => {
    const workspace = await aCodeWorkspace([
      { phase: 'RED', ...RED },
      ...[1, 2, 3].map((iteration) => ({ phase: 'GREEN', iteration, say: 'Done!', signal: true })),
      { phase: 'GREEN', iteration: 4, ...GREEN },
    ]);
    const { id, ended: first } = await run(workspace);
    expect(first).toEqual({
      status: 'needs_human',
      why: 'The agent signalled in 3 iterations in a row that it is done, but gate 1 is not satisfied: tests_failing == 0 and 4 more',
      exit_code: 4,
    });
    const { ended, events } = await run(workspace, { resume: id, until: 'GREEN' });
    expect(ended.status).toBe('paused');
    expect(decisions(events)).toEqual([`GREEN 4: ${AGREE}`]);
  });

  slow('is aborted for good', async () => {
    const workspace = await aCodeWorkspace([{ phase: 'RED', signal: false }], NO_REST);
    const { id } = await run(workspace);
    await operate({ ...workspace, run: id, command: { command: 'abort', by: 'ann', reason: 'wrong spec' } });
    expect((await readRun(workspace.config)).status.ending).toEqual({
      status: 'aborted',
      why: 'Aborted by ann: wrong spec',
    });
    await expect(createRun({ config: workspace.config, resume: id }).ended).rejects.toMatchObject({
      message: `Cannot resume the run ${id}: its work is over. Start a new one with dualgate run.`,
    });
  });

  slow('does not continue under another config', async () => {
    const workspace = await aWorkspace();
    const { id } = await run(workspace, { until: 'RED' });
    const config = { ...workspace.config, limits: { ...workspace.config.limits, iterations: 99 } };
    await expect(createRun({ config, resume: id }).ended).rejects.toMatchObject({
      message: `Cannot resume the run ${id}: the config changed since it started, or another version of dualgate started it. Changed: limits.iterations 50 → 99. Restore ${workspace.folder}/dualgate.yaml, accept the change with dualgate resume --accept-config -m "why", or start a new run with dualgate run --new.`,
    });
  });

  slow('refuses a second run in the same workspace, and leaves nothing of it', async () => {
    const { config, folder } = await aCodeWorkspace([{ phase: 'RED', signal: false }], { limits: { iterations: 1 } });
    const first = createRun({ config });
    expect(() => createRun({ config })).toThrow(expect.objectContaining({ code: 'E_LOCKED' }));
    await first.ended;
    expect(readdirSync(join(folder, '.dualgate/runs'))).toEqual([first.id]);
  });

  slow('does not begin on a suite that is red, and leaves no ledger', async () => {
    const workspace = await aWorkspace();
    await writeFile(
      join(workspace.folder, 'old.test.js'),
      `import { test } from 'node:test';\ntest('old', () => { throw new Error('red'); });\n`,
    );
    const { ended, ledger } = await run(workspace);
    expect(ended).toEqual({
      status: 'needs_human',
      why: 'The run did not start: failing before the run started: old.test.js > old. Fix the suite, or list the tests that may fail under tests.known_failing: dualgate doctor --write-known-failing does it.',
      exit_code: 4,
    });
    expect(existsSync(ledger)).toBe(false);
  });

  slow('notices a ledger that was written to by somebody else, and decides nothing on it', async () => {
    const workspace = await aWorkspace();
    const started = createRun({
      config: workspace.config,
      onEvent: (event) => {
        if (event.type === 'turn.ended') void appendFile(started.ledger, '{}\n');
      },
    });
    await expect(started.ended).rejects.toMatchObject({ code: 'E_LEDGER', trouble: 'foreign' });
  });

  slow('does not end as completed on a ledger in which a record was changed in its own length', async () => {
    const workspace = await aWorkspace();
    const started = createRun({
      config: workspace.config,
      onEvent: (event) => {
        if (event.type !== 'phase.exited' || event.phase !== 'REFACTOR') return;
        const changed = readFileSync(started.ledger, 'utf8').replace('"criteria":1', '"criteria":0');
        waitForTick(started.ledger);
        const file = openSync(started.ledger, 'r+');
        writeSync(file, changed);
        closeSync(file);
      },
    });
    await expect(started.ended).rejects.toMatchObject({ code: 'E_LEDGER', trouble: 'foreign' });
    await expect(readRun(workspace.config)).rejects.toMatchObject({ code: 'E_LEDGER', trouble: 'broken' });
  });

  slow('settles work that was completed right before a crash, when it is resumed', async () => {
    const workspace = await aWorkspace();
    const { id, ledger } = await run(workspace);
    const lines = readFileSync(ledger, 'utf8').trimEnd().split('\n');
    writeFileSync(ledger, `${lines.slice(0, -1).join('\n')}\n`);
    rmSync(anchorFolder(process.env), { recursive: true });
    const { ended } = await run(workspace, { resume: id });
    expect(ended).toEqual({ status: 'completed', why: 'Every phase was exited by both of its gates', exit_code: 0 });
    expect((await readRun(workspace.config)).status.ending?.status).toBe('completed');
  });

  slow('asks for a person when the repository cannot be read any more', async () => {
    const turn = { phase: 'RED', run: ['git', 'config', 'core.bare', 'true'] };
    const workspace = await aCodeWorkspace([turn]);
    const { ended } = await run(workspace);
    expect(ended).toMatchObject({ status: 'needs_human', exit_code: 4, why: expect.stringContaining('core.bare') });
  });

  slow('freezes the tests at the start where no phase will freeze them later', async () => {
    const workspace = await aWorkspace(
      [
        {
          phase: 'GREEN',
          iteration: 1,
          write: { 'test/one.test.js': `import { test } from 'node:test';\ntest('AC-1: one is 1', () => {});\n` },
          signal: true,
        },
        { phase: 'GREEN', signal: false },
      ],
      {
        ...NO_REST,
        phases: [{ phase: 'GREEN', purpose: 'All green', gate_1: { name: 'green', condition: 'tests_failing == 0' } }],
      },
    );
    await write(workspace.folder, { ...HONEST.RED.write, ...HONEST.GREEN.write });
    const { events } = await run(workspace);
    const [held] = events.flatMap((event) => (event.type === 'phase.held' ? [event] : []));
    expect(textsOf(held?.findings)).toEqual([
      'test/one.test.js was changed after it was frozen: restore it.',
      expect.stringContaining('dualgate accept test/one.test.js -m'),
    ]);
  });
});
