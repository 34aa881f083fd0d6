import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openChannelFolder, removeChannelFolder, openChannels } from '../../../src/base/channel-folder.ts';
import { serveLines } from '../../../src/base/line-server.ts';
import { anchorFolder, readAnchor } from '../../../src/ledger/anchor.ts';
import { verifyLedger } from '../../../src/ledger/verify-ledger.ts';
import { describeAcceptance } from '../../../src/run/operator/accept-config.ts';
import type { OperatorCommand } from '../../../src/run/operator-commands/operator-command.ts';
import { readRun } from '../../../src/view/read-run.ts';
import { runFolders } from '../../../src/records/run-folders.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { withAnchorsAside } from '../a-workspace.ts';
import { aWaitingRun, type WaitingRun } from './a-waiting-run.ts';
import { inTurn, pickSome } from '../../pick-some.ts';

const slow = inTurn(5, test);

const BY = { by: 'ann', reason: 'the vendor is down' } as const;

/** The command, made on the spot: one to accept carries what the operator sees. Nothing waits for an approval here. */
const commandOf = async (
  name: Exclude<OperatorCommand['command'], 'approve' | 'reject'>,
  { config, folder }: WaitingRun,
): Promise<OperatorCommand> => {
  if (name === 'guide') return { command: name, by: 'ann', text: 'Look into lib/.' };
  if (name === 'reopen') return { command: name, test: 'test/one.test.js', ...BY };
  if (name === 'rollback') return { command: name, phase: 'RED', ...BY };
  if (name !== 'accept') return { command: name, ...BY };
  writeFileSync(join(folder, 'spec.md'), '- [ ] AC-1: one is 1\n- [ ] AC-2: one is odd\n');
  return describeAcceptance(config, { paths: [join(folder, 'spec.md')], tests: [] }, BY);
};

/** A wait was planned a little before it is reported, and a slow disk is in between. */
const roundToTen = (seconds: number): number => Math.round(seconds / 10) * 10;

/** Two folders have two fingerprints. */
const withoutTree = (records: readonly unknown[]): readonly unknown[] =>
  records.map((record) => JSON.parse(JSON.stringify(record), (key, value: unknown) => (key === 'tree' ? '' : value)));

describe.skipIf(!hasGit)('an operator command (needs git)', () => {
  beforeEach(withAnchorsAside);

  test.each(pickSome(['skip', 'abort', 'reset', 'accept', 'guide'] as const, (name) => name, 3))(
    'to %s has the same effect and the same records on a live run and later',
    async (name) => {
      const live = await aWaitingRun();
      await live.untilItWaits(1);
      const taken = await live.give(await commandOf(name, live));
      if (name === 'skip' || name === 'reset') await live.untilItWaits(2);
      live.run.interrupt();
      await live.run.ended;

      const later = await aWaitingRun();
      await later.untilItWaits(1);
      later.run.interrupt();
      await later.run.ended;
      const given = await later.give(await commandOf(name, later));

      const ending = name === 'abort' ? ['run.ended'] : [];
      expect(taken).toMatchObject({ taken: true, live: true });
      expect(given).toMatchObject({ taken: true, live: false });
      if (!taken.taken || !given.taken) return;
      expect(given.recorded).toEqual([...taken.recorded, ...ending]);
      expect(given.says.replace(later.run.id, live.run.id)).toBe(taken.says);
      const [one = [], other = []] = (await Promise.all([live.operatorRecords(), later.operatorRecords()])).map(
        withoutTree,
      );
      expect(one.length).toBeGreaterThan(0);
      expect(other).toEqual(one);
      const states = await Promise.all([live, later].map(async ({ config }) => (await readRun(config)).state));
      const [before, after] = states.map(({ frozen, criteria, tests }) => [frozen['spec.md'], criteria, tests]);
      expect(after).toEqual(before);
    },
  );

  slow('is in a ledger that holds, and the views show what the records fold to', async () => {
    const { give, run, config, folder, untilItWaits, ...waiting } = await aWaitingRun();
    await untilItWaits(1);
    for (const name of ['guide', 'accept', 'skip'] as const)
      await give(await commandOf(name, { give, run, config, folder, untilItWaits, ...waiting }));
    await untilItWaits(2);
    await give({ command: 'reset', ...BY });
    await untilItWaits(3);
    run.interrupt();
    await run.ended;
    expect(await verifyLedger(run.ledger, readAnchor(anchorFolder(process.env), run.id))).toMatchObject({ ok: true });
    const { status } = await readRun(config);
    expect(JSON.parse(readFileSync(runFolders(folder, run.id).status, 'utf8'))).toEqual(status);
    const at = expect.any(String);
    expect(status).toMatchObject({
      phase: 'GREEN',
      forced_exits: [{ phase: 'RED', ...BY, at }],
      accepted: [{ phase: 'RED', ...BY, at, files: ['spec.md'], tests: [] }],
      resets: [{ phase: 'GREEN', ...BY, at }],
      guidance: [{ phase: 'RED', by: 'ann', at, text: 'Look into lib/.' }],
    });
  });

  slow('is announced after it was recorded', async () => {
    const waiting = await aWaitingRun();
    await waiting.untilItWaits(1);
    await waiting.give({ command: 'skip', ...BY });
    await waiting.untilItWaits(2);
    expect(waiting.events.filter(({ type }) => type.startsWith('operator.') || type === 'phase.exited')).toMatchObject([
      { type: 'operator.skipped', phase: 'RED', ...BY },
      { type: 'phase.exited', phase: 'RED', iteration: 0, forced_exit: true },
    ]);
  });

  slow('to abort ends a waiting run as aborted, by whom and why', async () => {
    const { give, run, untilItWaits } = await aWaitingRun();
    await untilItWaits(1);
    await give({ command: 'abort', ...BY });
    expect(await run.ended).toEqual({ status: 'aborted', why: 'Aborted by ann: the vendor is down', exit_code: 2 });
  });

  slow('to skip the last phase completes the work', async () => {
    const phases = [{ phase: 'RED', purpose: 'It fails', gate_1: { name: 'red', condition: 'tests_failing >= 1' } }];
    const { give, run, untilItWaits } = await aWaitingRun({ phases });
    await untilItWaits(1);
    expect(await give({ command: 'skip', ...BY })).toMatchObject({
      says: 'Forced the exit of RED. The work is complete.',
    });
    const why = 'The last phase was exited; 1 phase had a forced exit';
    expect(await run.ended).toEqual({ status: 'completed', why, exit_code: 0 });
  });

  slow('to skip the phase of --until pauses there', async () => {
    const { give, run, untilItWaits } = await aWaitingRun({}, { until: 'RED' });
    await untilItWaits(1);
    await give({ command: 'skip', ...BY });
    const why = 'RED was exited, as --until requested';
    expect(await run.ended).toEqual({ status: 'paused', why, exit_code: 0 });
  });

  slow('to reset begins the next turn at once, with the limits counted from 0', async () => {
    const { config, give, events, untilItWaits } = await aWaitingRun();
    await untilItWaits(1);
    await give({ command: 'reset', ...BY });
    await untilItWaits(2);
    const waits = events.flatMap((event) =>
      event.type === 'waiting'
        ? [[event.attempt, roundToTen((Date.parse(event.until) - Date.parse(event.at)) / 1_000)]]
        : [],
    );
    // The second wait would be twice as long; attempts are numbers of turns, and continue.
    expect(waits).toEqual([
      [1, 60],
      [2, 60],
    ]);
    expect((await readRun(config)).state).toMatchObject({ limits: 1, discarded: 2 });
  });

  slow('is refused when the work is over, live or not', async () => {
    const { give, run, untilItWaits } = await aWaitingRun();
    await untilItWaits(1);
    await give({ command: 'abort', ...BY });
    await run.ended;
    await expect(give({ command: 'skip', ...BY })).rejects.toMatchObject({
      code: 'E_RUN',
      message: `Cannot skip a phase of the run ${run.id}: its work is over. Start a new one with dualgate run.`,
    });
  });

  slow('reaches a run whose killed loop left its folder behind', async () => {
    const { give, run, config, untilItWaits } = await aWaitingRun();
    await untilItWaits(1);
    run.interrupt();
    await run.ended;
    const left = openChannelFolder(run.id, config.folder);
    onTestFinished(() => removeChannelFolder(left));
    expect(await give({ command: 'reset', ...BY })).toMatchObject({ taken: true, live: false });
  });

  slow('says when nothing outside of the workspace knows of the run that it is for', async () => {
    const { give, run, untilItWaits } = await aWaitingRun();
    await untilItWaits(1);
    run.interrupt();
    await run.ended;
    rmSync(anchorFolder(process.env), { recursive: true });
    const guide: OperatorCommand = { command: 'guide', by: 'ann', text: 'Look into lib/.' };
    const unanchored =
      /\. No anchor of this run is in .+: it is unknown whether its ledger was truncated or rewritten\.$/;
    expect(await give(guide)).toMatchObject({ taken: true, says: expect.stringMatching(unanchored) });
  });

  slow('is not taken for given because somebody on the socket says so', async () => {
    const { give, run, config, untilItWaits, operatorRecords } = await aWaitingRun();
    await untilItWaits(1);
    run.interrupt();
    await run.ended;
    const places = openChannelFolder(run.id, config.folder);
    const answer = () => '{"ok":true,"recorded":["operator.aborted"],"says":"Aborted."}';
    const liar = await serveLines({ path: places.operatorSocket, answer });
    onTestFinished(async () => {
      await liar.close();
      removeChannelFolder(places);
    });
    await expect(give({ command: 'abort', ...BY })).rejects.toMatchObject({
      code: 'E_FAULT',
      message: expect.stringMatching(/^Cannot trust the answer of the run/),
    });
    expect(await operatorRecords()).toEqual([]);
  });
});

test('a run that can have no folder for its sockets reports it, and has none', () => {
  expect(openChannels('r1', '/')).toEqual({
    close: expect.any(Function),
    places: null,
    problem: expect.stringMatching(
      /^Cannot open a folder for the sockets of the run r1: .* The run continues without them\.$/,
    ),
  });
});
