import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { askLine } from '../../../src/base/line-server.ts';
import { readSessionNote } from '../../../src/loop/session/session-binding.ts';
import { readSessionAnswer, type SessionAnswer } from '../../../src/agents/hosts/session-protocol.ts';
import { createSession, type Session } from '../../../src/loop/session/session.ts';
import type { Ending } from '../../../machines/index.ts';
import type { SessionEnd } from '../../../src/loop/session/sentences.ts';
import { withAnchorsAside } from '../../run/a-workspace.ts';

beforeEach(() => withAnchorsAside());

interface Asked {
  readonly session: Session;
  readonly ask: (question: Readonly<Record<string, unknown>>) => Promise<SessionAnswer | null>;
  /** A stop of the agent. */
  readonly stop: (message: string, more?: object) => Promise<SessionAnswer | null>;
  /** The next turn of the run; resolves with the message of the agent. */
  readonly turn: (name: string, phase?: string) => Promise<string>;
  /** Whether the agent changed something since the turn began. */
  readonly sources: { changed: boolean };
  /** Unmet clauses of the last record. */
  readonly unmet: string[];
}

const endOf = (status: Ending['status'], why: string): SessionEnd => ({
  ending: { status, why },
  lastExit: null,
  criteria: null,
  forced: [],
  branch: null,
});

/** A message with `claim` gives an exit signal. */
const aSession = async (): Promise<Asked> => {
  const folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
  const path = join(folder, 'session');
  const session = createSession({
    run: 'a-run',
    folder,
    spec: null,
    judgeWrite: (file) => (file === 'frozen.js' ? 'frozen.js is frozen.' : null),
  });
  await session.listen({ sessionSocket: path });
  onTestFinished(async () => {
    await session.close(null);
    rmSync(folder, { recursive: true, force: true });
  });
  const sources = { changed: false };
  const unmet: string[] = [];
  const ask = async (question: object) =>
    readSessionAnswer(
      await askLine({
        path,
        line: JSON.stringify({ session: 's-1', pid: process.pid, ...question }),
        timeoutMs: 10_000,
      }),
    );
  return {
    session,
    sources,
    unmet,
    ask,
    stop: (message, more = {}) => ask({ event: 'stop', message, ...more }),
    turn: (name, phase = 'RED') =>
      session.take({
        phase,
        prompts: { none: `whole ${name}`, 'earlier phase': `task of ${name}`, 'this phase': `short ${name}` },
        says: `${name} continues`,
        unmet,
        readWord: (message) => (message.includes('claim') ? 'counts' : message.includes('no yet') ? 'no' : null),
        isChanged: () => Promise.resolve(sources.changed),
        signal: new AbortController().signal,
      }),
  };
};

describe('a stop of the agent', () => {
  test('with a claim ends the turn, and waits for the next prompt', async () => {
    const { stop, turn } = await aSession();
    const first = turn('one');
    expect(await stop('hello')).toEqual({ answer: 'block', prompt: 'whole one', says: 'one continues' });
    const stopped = stop('a claim');
    expect(await first).toBe('a claim');
    void turn('two');
    expect(await stopped).toEqual({ answer: 'block', prompt: 'short two', says: 'two continues' });
  });

  test('gets the task of a new phase, without the parts of the first prompt', async () => {
    const { stop, turn } = await aSession();
    const first = turn('one');
    await stop('hello');
    const stopped = stop('a claim');
    await first;
    void turn('two', 'GREEN');
    expect(await stopped).toEqual({ answer: 'block', prompt: 'task of two', says: 'two continues' });
  });

  test('without a claim and without a change is answered from the last record', async () => {
    const { stop, turn } = await aSession();
    let ended = false;
    void turn('one').then(() => (ended = true));
    await stop('hello');
    const answer = await stop('done, I think');
    expect(answer).toEqual({
      answer: 'block',
      prompt: 'Nothing has changed, and you gave no exit signal.\n\nshort one',
      says: 'dualgate: nothing has changed, and the agent is reminded of its task.',
    });
    expect(ended).toBe(false);
  });

  test('after a change ends the turn, without a claim, too', async () => {
    const { stop, turn, sources } = await aSession();
    const first = turn('one');
    await stop('hello');
    sources.changed = true;
    void stop('I did something');
    expect(await first).toBe('I did something');
  });

  test('cannot claim before it has the prompt', async () => {
    const { stop, turn } = await aSession();
    void turn('one');
    expect(await stop('a claim')).toEqual({ answer: 'block', prompt: 'whole one', says: 'one continues' });
  });

  test('is let through when the agent waits for its person, whose message continues the work', async () => {
    const { ask, stop, turn } = await aSession();
    const first = turn('one');
    await stop('hello');
    expect(await stop('which one?')).toMatchObject({ answer: 'block' });
    expect(await stop('which one?')).toMatchObject({ answer: 'block' });
    expect(await stop('which one?')).toEqual({
      answer: 'pass',
      says: 'dualgate: the phase is still held, and the session waits for you. dualgate explain shows why.',
    });
    await ask({ event: 'prompt' });
    const ended = stop('a claim');
    expect(await first).toBe('a claim');
    void turn('two');
    expect(await ended).toEqual({ answer: 'block', prompt: 'short two', says: 'two continues' });
  });

  test('that answers a person and changes nothing ends, and nothing is measured', async () => {
    const { ask, stop, turn } = await aSession();
    let ended = false;
    void turn('one').then(() => (ended = true));
    await stop('hello');
    expect(await stop('I look around. no yet')).toMatchObject({ answer: 'block' });
    for (let n = 0; n < 4; n += 1) {
      await ask({ event: 'prompt', text: 'why is it so?' });
      expect(await stop('It is so. no yet')).toEqual({ answer: 'pass' });
    }
    expect(ended).toBe(false);
  });

  test('that answers a program, where no person is, is reminded as ever', async () => {
    const { ask, stop, turn } = await aSession();
    void turn('one');
    await stop('hello');
    await stop('I look around.');
    await ask({ event: 'prompt', text: 'continue', attended: false });
    expect(await stop('I look around again.')).toMatchObject({ answer: 'block' });
  });

  test('of a session that is bound by it gets the prompt, whoever read the output of its start', async () => {
    const { ask, stop, turn } = await aSession();
    void turn('one');
    expect(await ask({ event: 'show', deliver: true })).toEqual({ answer: 'pass', context: 'whole one' });
    expect(await stop('hello')).toEqual({ answer: 'block', prompt: 'whole one', says: 'one continues' });
  });

  test('of an agent that read the output of the start may claim at once', async () => {
    const { ask, stop, turn } = await aSession();
    const first = turn('one');
    await ask({ event: 'show', deliver: true });
    void stop('a claim');
    expect(await first).toBe('a claim');
  });

  test('is let through before the host ends the turn by itself, and the prompt comes with the next message', async () => {
    const { ask, stop, turn } = await aSession();
    let going = turn('1');
    expect(await stop('hello', { most_blocks: 3 })).toMatchObject({ answer: 'block' });
    const claim = async (name: string) => {
      const stopped = stop('a claim', { most_blocks: 3 });
      await going;
      going = turn(name);
      return stopped;
    };
    expect(await claim('2')).toMatchObject({ answer: 'block' });
    expect(await claim('3')).toMatchObject({ answer: 'pass', says: expect.stringContaining('needs you') });
    expect(await ask({ event: 'prompt' })).toEqual({ answer: 'pass', context: 'short 3' });
  });

  test('of another session is not held', async () => {
    const { ask, stop, turn } = await aSession();
    void turn('one');
    await stop('hello');
    const other = { event: 'stop', session: 's-2', pid: process.ppid, message: 'a claim' };
    expect(await ask(other)).toEqual({ answer: 'pass' });
  });

  test('of a new session in the same program continues the work, with the whole prompt', async () => {
    const { ask, stop, turn } = await aSession();
    void turn('one');
    await stop('hello');
    expect(await ask({ event: 'begin', session: 's-2' })).toEqual({ answer: 'pass', context: 'whole one' });
    expect(await ask({ event: 'stop', session: 's-2', message: 'hm' })).toMatchObject({ answer: 'block' });
  });

  test('whose hook gave up leaves the prompt to the next one', async () => {
    const { ask, stop, turn } = await aSession();
    const first = turn('one');
    await stop('hello');
    const late = stop('a claim');
    await first;
    const waiting = stop('waiting');
    // It has arrived by now.
    await ask({ event: 'write', paths: [] });
    void turn('two', 'GREEN');
    expect(await late).toEqual({ answer: 'pass' });
    expect(await waiting).toEqual({ answer: 'block', prompt: 'task of two', says: 'two continues' });
  });

  test('while its subagents are active is let through, unless it claims', async () => {
    const { stop, turn, sources } = await aSession();
    const first = turn('one');
    await stop('hello');
    sources.changed = true;
    for (let n = 0; n < 4; n += 1) expect(await stop('I wait', { waits: true })).toEqual({ answer: 'pass' });
    void stop('a claim', { waits: true });
    expect(await first).toBe('a claim');
  });

  test('without a message has the one that was reported before, once', async () => {
    const { ask, stop, turn } = await aSession();
    const first = turn('one');
    await stop('hello');
    await ask({ event: 'said', message: 'I think' });
    await ask({ event: 'said', message: 'a claim' });
    const stopped = ask({ event: 'stop', message: null });
    expect(await first).toBe('a claim');
    void turn('two');
    await stopped;
    expect(await ask({ event: 'stop', message: null })).toMatchObject({
      prompt: expect.stringContaining('you gave no exit signal'),
    });
  });

  test('of a subagent with an id of its own is not the stop of the session', async () => {
    const { ask, stop, turn } = await aSession();
    let ended = false;
    void turn('one').then(() => (ended = true));
    await stop('hello');
    expect(await ask({ event: 'stop', session: 'sub-1', message: 'a claim' })).toEqual({ answer: 'pass' });
    await ask({ event: 'said', session: 'sub-1', message: 'a claim' });
    expect(await ask({ event: 'stop', message: null })).toMatchObject({ answer: 'block' });
    expect(ended).toBe(false);
    expect(readSessionNote('a-run', process.env)?.session).toBe('s-1');
  });

  test('is not counted anew when the host reports its own block as a message', async () => {
    const { ask, stop, turn } = await aSession();
    void turn('one');
    await stop('hello');
    for (let n = 0; n < 2; n += 1) {
      const answer = await stop('which one?');
      await ask({ event: 'prompt', text: answer?.answer === 'block' ? answer.prompt : '' });
    }
    expect(await stop('which one?')).toMatchObject({ answer: 'pass', says: expect.stringContaining('waits for you') });
  });

  test('during a rest of the run is let through with its reason', async () => {
    const { session, stop } = await aSession();
    session.rest(() => 'the breaker is open');
    expect(await stop('a claim')).toEqual({ answer: 'pass', says: 'the breaker is open' });
  });
});

describe('a task of the agent, or a teammate that is done', () => {
  test('gets the unmet clauses of the last record, once, and is never measured', async () => {
    const { ask, stop, turn, unmet } = await aSession();
    let ended = false;
    unmet.push('tests_failing == 0: got 1, expected 0');
    void turn('one').then(() => (ended = true));
    await stop('hello');
    expect(await ask({ event: 'task' })).toEqual({
      answer: 'block',
      prompt: [
        'Phase RED is held, and no source has changed since it was measured:',
        '- tests_failing == 0: got 1, expected 0',
        'Change what is missing, or report that it is open. Only the exit signal of the session itself counts.',
      ].join('\n'),
    });
    expect(await ask({ event: 'task' })).toEqual({ answer: 'pass' });
    expect(ended).toBe(false);
  });

  test('is let through after a change, and before any record of the phase', async () => {
    const { ask, turn, sources, unmet } = await aSession();
    void turn('one');
    expect(await ask({ event: 'task' })).toEqual({ answer: 'pass' });
    unmet.push('tests_failing == 0: got 1, expected 0');
    sources.changed = true;
    void turn('two');
    expect(await ask({ event: 'task' })).toEqual({ answer: 'pass' });
  });

  test('does not take the place of the session', async () => {
    const { ask, stop, turn } = await aSession();
    void turn('one');
    await ask({ event: 'task', session: 'mate-1' });
    await ask({ event: 'write', session: 'mate-1', paths: ['a.js'] });
    expect(readSessionNote('a-run', process.env)?.session).toBe(null);
    expect(await stop('hello')).toMatchObject({ answer: 'block' });
    expect(readSessionNote('a-run', process.env)?.session).toBe('s-1');
  });
});

describe('a session', () => {
  test('gets the prompt with the first message of its person, once', async () => {
    const { ask, turn } = await aSession();
    void turn('one');
    expect(await ask({ event: 'prompt' })).toEqual({ answer: 'pass', context: 'whole one' });
    expect(await ask({ event: 'prompt' })).toEqual({ answer: 'pass' });
  });

  test('gets the prompt with the first message of its person, whoever read the output of its start', async () => {
    const { ask, turn } = await aSession();
    void turn('one');
    await ask({ event: 'show', deliver: true });
    expect(await ask({ event: 'prompt' })).toEqual({ answer: 'pass', context: 'whole one' });
  });

  test('keeps the prompt for the stop where a message takes no context', async () => {
    const { ask, stop, turn } = await aSession();
    void turn('one');
    expect(await ask({ event: 'prompt', deliver: false })).toEqual({ answer: 'pass' });
    expect(await stop('hello')).toEqual({ answer: 'block', prompt: 'whole one', says: 'one continues' });
  });

  test('gets the prompt with a message right after the answer of its person, before the run has decided', async () => {
    const { ask, session, turn } = await aSession();
    let says: string | null = 'a person has to approve';
    session.rest(() => says);
    expect(await ask({ event: 'prompt' })).toEqual({ answer: 'pass' });
    says = null;
    const asked = ask({ event: 'prompt' });
    // It has arrived by now.
    await ask({ event: 'write', paths: [] });
    void turn('one');
    expect(await asked).toEqual({ answer: 'pass', context: 'whole one' });
  });

  test('gets the whole prompt again when its context was made anew', async () => {
    const { ask, turn } = await aSession();
    void turn('one');
    await ask({ event: 'prompt' });
    expect(await ask({ event: 'begin' })).toEqual({ answer: 'pass', context: 'whole one' });
  });

  test('may write no frozen file', async () => {
    const { ask } = await aSession();
    expect(await ask({ event: 'write', paths: ['a.js', 'frozen.js'] })).toEqual({
      answer: 'deny',
      reason: 'frozen.js is frozen.',
    });
    expect(await ask({ event: 'write', paths: ['a.js'] })).toEqual({ answer: 'pass' });
  });

  test('is named outside of the workspace until the run has ended', async () => {
    const { ask, session } = await aSession();
    expect(readSessionNote('a-run', process.env)).toMatchObject({ session: null, hosts: [] });
    await ask({ event: 'begin' });
    expect(readSessionNote('a-run', process.env)).toMatchObject({
      session: 's-1',
      hosts: [{ started: expect.any(String) }],
    });
    await session.close(endOf('completed', 'All done'));
    expect(readSessionNote('a-run', process.env)).toBe(null);
  });

  test('does not forget its program when another process speaks for it', async () => {
    const { ask } = await aSession();
    await ask({ event: 'begin' });
    await ask({ event: 'begin', pid: process.ppid });
    expect(readSessionNote('a-run', process.env)?.hosts.map(({ pid }) => pid)).toContain(process.pid);
  });

  test('keeps the reason why its run stopped before the work was over', async () => {
    const { session } = await aSession();
    await session.close(endOf('interrupted', 'Interrupted'));
    expect(readSessionNote('a-run', process.env)?.stopped).toBe(
      'dualgate: the run has ended (interrupted). Interrupted. dualgate status lists what to do next.',
    );
  });

  test('hears how the run ended', async () => {
    const { session, stop, turn } = await aSession();
    const first = turn('one');
    await stop('hello');
    const stopped = stop('a claim');
    await first;
    await session.close(endOf('needs_human', 'It is blocked'));
    expect(await stopped).toEqual({
      answer: 'pass',
      says: 'dualgate: the run has ended (needs human input). It is blocked. dualgate status lists what to do next.',
    });
  });

  test('does not answer a line that is no question', async () => {
    const { ask } = await aSession();
    expect(await ask({ event: 'dance' })).toEqual({ answer: 'pass' });
    expect(await ask({ event: 'stop', session: 7 })).toEqual({ answer: 'pass' });
  });
});
