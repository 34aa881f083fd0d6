import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { askLine } from '../../src/base/line-server.ts';
import { channelPlaces } from '../../src/base/channel-folder.ts';
import { createRun } from '../../src/run/create-run.ts';
import { readRun } from '../../src/view/read-run.ts';
import type { RunEvent } from '../../src/records/run-events.ts';
import { hasGit, write } from '../evidence/a-repository.ts';
import { describeInSandbox } from '../agents/sandbox/in-sandbox.ts';
import { aCodeWorkspace, HONEST, type ScriptedTurn, type Workspace, withAnchorsAside } from './a-workspace.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(3, test);

const typed = <T extends RunEvent['type']>(events: readonly RunEvent[], type: T) =>
  events.filter((event): event is RunEvent & { readonly type: T } => event.type === type);

/** A turn of RED that does the work and runs these shell lines, and prints no status block. */
const aTurn = (line: string, differing: Readonly<Record<string, unknown>> = {}): ScriptedTurn => ({
  phase: 'RED',
  write: HONEST.RED.write,
  run: ['sh', '-c', line],
  say: 'Done.',
  ...differing,
});
const EXIT = '"$DUALGATE_SIGNAL" exit --reason "the test fails"';
const ONE_CHANCE = { limits: { iterations: 1 } };

const runOf = async ({ config }: Workspace, onEvent: (event: RunEvent) => void = () => {}) => {
  const events: RunEvent[] = [];
  const run = createRun({
    config,
    until: 'RED',
    onEvent: (event) => {
      events.push(event);
      onEvent(event);
    },
  });
  const ended = await run.ended;
  const { records } = await readRun(config, run.id);
  const turns = records.flatMap((each) => (each.type === 'turn.ended' ? [each.data] : []));
  const decided = records.flatMap((each) => (each.type === 'iteration.decided' ? [each.data] : []));
  return {
    id: run.id,
    status: ended.status,
    events,
    turns,
    signals: decided.map(({ record }) => `${record.signal.value} ${record.signal.reason}`),
    decisions: decided.map(({ decision }) => decision),
    notices: typed(events, 'notice').map(({ text }) => text),
  };
};

describe.skipIf(!hasGit)('the signal command in a run (needs git)', () => {
  beforeEach(withAnchorsAside);

  slow('exits a phase by itself, and its signal is in the events, in the ledger and in the decision', async () => {
    const { status, events, turns, decisions, signals, notices } = await runOf(await aCodeWorkspace([aTurn(EXIT)]));
    expect([status, signals, notices]).toEqual(['paused', ['true explicit_true'], []]);
    const word = { word: 'exit', reason: 'the test fails', refactoring_complete: false };
    expect(typed(events, 'signal.received')).toMatchObject([{ phase: 'RED', iteration: 1, ...word }]);
    expect(turns.map(({ words }) => words)).toEqual([[word]]);
    expect(decisions.map(({ gate_2 }) => [gate_2.satisfied, gate_2.channel])).toEqual([[true, 'command']]);
    const order = events.map(({ type }) => type).filter((type) => /^(?:signal|turn)\./.test(type));
    expect(order).toEqual(['signal.received', 'turn.ended', 'signal.read']);
  });

  slow('counts as output: a turn that printed nothing is not empty', async () => {
    const { turns, signals } = await runOf(await aCodeWorkspace([aTurn(EXIT, { say: undefined })]));
    expect([turns.map(({ turn }) => turn.outcome), signals]).toEqual([['ok'], ['true explicit_true']]);
  });

  slow('is refused while anything is measured, and its folder is removed with the run', async () => {
    const asked: Promise<unknown>[] = [];
    const sockets: string[] = [];
    const { id, status } = await runOf(await aCodeWorkspace([aTurn(EXIT)]), ({ run, type }) => {
      if (!['turn.ended', 'test.failed', 'tests.ended', 'signal.read'].includes(type)) return;
      for (const { signalSocket: path } of channelPlaces(run)) {
        sockets.push(path);
        asked.push(askLine({ path, line: '{}', timeoutMs: 5_000 }).catch((error: unknown) => error));
      }
    });
    expect(status).toBe('paused');
    expect(asked.length).toBeGreaterThanOrEqual(3);
    expect(await Promise.all(asked)).toEqual(asked.map(() => expect.objectContaining({ kind: 'absent' })));
    for (const { folder } of channelPlaces(id)) expect(() => readFileSync(folder)).toThrow('ENOENT');
  });

  slow('counts by its distinct signals alone, however often it is run', async () => {
    const workspace = await aCodeWorkspace([aTurn('node flood.mjs > /dev/null')], ONE_CHANCE);
    await write(workspace.folder, { 'flood.mjs': FLOOD });
    const { turns, events, notices, signals } = await runOf(workspace);
    expect(signals).toEqual(['true explicit_true']);
    expect(turns.map(({ words }) => words)).toEqual([
      [{ word: 'exit', reason: expect.stringMatching(/^word 199[5-9]$/), refactoring_complete: false }],
    ]);
    expect(typed(events, 'signal.received').length).toBe(1);
    expect(notices).toEqual([
      '2000 calls of the signal command were refused. The first: it has the nonce of another iteration.',
    ]);
  });

  slow('needs no nonce where the config asks for none', async () => {
    const line = `test -z "$DUALGATE_NONCE" && ${EXIT}`;
    const workspace = await aCodeWorkspace([aTurn(line)], { signals: { require_nonce: false } });
    expect((await runOf(workspace)).signals).toEqual(['true explicit_true']);
  });

  slow('does not count for a turn that is cut off, and is recorded anyway', async () => {
    const turn = aTurn(`${EXIT}; sleep 60`);
    const agent = { use: 'scripted', script: 'agent.yaml', timeout: '6s', grace: '200ms' };
    const { turns, signals } = await runOf(await aCodeWorkspace([turn], { agent, ...ONE_CHANCE }));
    expect(signals).toEqual(['null agent_timed_out']);
    expect(turns.map(({ words = [] }) => words.map(({ word }) => word))).toEqual([['exit']]);
  });

  slow('does not count for the next turn: the signal of a discarded crash is gone', async () => {
    const first = `if mkdir .git/been 2> /dev/null; then ${EXIT}; kill -9 $PPID; exit; fi`;
    const turn = { phase: 'RED', run: ['sh', '-c', `${first}; node work.mjs`], say: 'Done.' };
    const workspace = await aCodeWorkspace([turn], { ...ONE_CHANCE, circuit_breaker: { backoff: '1ms' } });
    await write(workspace.folder, { 'work.mjs': WORK });
    const { turns, signals, events } = await runOf(workspace);
    expect(typed(events, 'turn.discarded').map(({ outcome }) => outcome)).toEqual(['crashed']);
    expect(turns.map(({ words }) => words?.length)).toEqual([1, undefined]);
    expect(signals).toEqual(['null signal_missing']);
  });
});

describeInSandbox('the signal command in bubblewrap', () => {
  beforeEach(withAnchorsAside);

  test.skipIf(!hasGit)('works, and no operator command does: the socket of the operator is not there', async () => {
    const look = 'ls "${DUALGATE_SOCKET%/agent/*}" > seen.txt';
    const agent = { use: 'scripted', script: 'agent.yaml', timeout: '30s', sandbox: 'bubblewrap' };
    const workspace = await aCodeWorkspace([aTurn(`${look}; ${EXIT}`)], { agent });
    const { status, signals, notices } = await runOf(workspace);
    expect([status, signals, notices]).toEqual(['paused', ['true explicit_true'], []]);
    expect(readFileSync(join(workspace.folder, 'seen.txt'), 'utf8')).toBe('agent\n');
  });
});

/** Does the work of RED. */
const WORK = `
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
for (const [path, text] of Object.entries(${JSON.stringify(HONEST.RED.write)})) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
`;

/** Says 2,000 words that are heard and 2,000 that are not, by the raw socket, a few at a time. */
const FLOOD = `
import { createConnection } from 'node:net';
const { DUALGATE_SOCKET, DUALGATE_RUN: run, DUALGATE_PHASE: phase, DUALGATE_ITERATION, DUALGATE_NONCE } = process.env;
const say = (nonce, n) => new Promise((done, fail) => {
  const socket = createConnection(DUALGATE_SOCKET);
  socket.on('error', fail);
  socket.once('close', done);
  socket.resume();
  const word = { v: 1, run, phase, iteration: Number(DUALGATE_ITERATION), nonce, word: 'exit', reason: 'word ' + n,
    refactoring_complete: false };
  socket.write(JSON.stringify(word) + '\\n');
});
for (let n = 0; n < 2_000; n += 5)
  await Promise.all([0, 1, 2, 3, 4].flatMap((m) => [say('a guess', n + m), say(DUALGATE_NONCE, n + m)]));
`;
