import { describe, expect, test } from 'vitest';
import { createTalk, type SessionWord } from '../../../src/loop/session/session-binding.ts';
import { UNMEASURED, WAITS } from '../../../src/loop/session/sentences.ts';

const STOP = { waits: false, runs: false, plans: false } as const;
const stopped = (word: SessionWord, more: object = {}) => ({ ...STOP, word, ...more });
const same = () => Promise.resolve(false);
const changed = () => Promise.resolve(true);
const never = () => Promise.reject(new Error('nobody asks for it'));

/** The agent has its task, did something for it, and a person wrote to it. */
const inTalk = async () => {
  const talk = createTalk();
  talk.given();
  await talk.judge(stopped(null), same);
  talk.asked();
  return talk;
};

describe('a stop that answers a person', () => {
  test.each<SessionWord>(['no', null])('and changes nothing goes through without a word: %s', async (word) => {
    const talk = await inTalk();
    for (let n = 0; n < 5; n += 1) {
      expect(await talk.judge(stopped(word), same)).toEqual({ is: 'through', says: null });
      talk.asked();
    }
  });

  test('after an edit that the person asked for measures nothing, and says so', async () => {
    expect(await (await inTalk()).judge(stopped(null), changed)).toEqual({ is: 'through', says: UNMEASURED });
  });

  test('after an edit measures when the agent says that work remains', async () => {
    expect(await (await inTalk()).judge(stopped('no'), changed)).toEqual({ is: 'measure' });
  });

  test('measures when it claims, whatever changed', async () => {
    expect(await (await inTalk()).judge(stopped('counts'), never)).toEqual({ is: 'measure' });
  });

  test('is reminded once of a task that nobody has begun: a lone agent that only greets continues', async () => {
    const talk = createTalk();
    talk.given();
    talk.asked();
    expect(await talk.judge(stopped(null), same)).toEqual({
      is: 'reminded',
      because:
        'Nothing has changed, and you gave no exit signal. If the person asked for something else, end your turn again.',
    });
    expect(await talk.judge(stopped(null), same)).toEqual({ is: 'through', says: WAITS });
  });

  test('measures the work on a task that came with the message, also without a block', async () => {
    const talk = createTalk();
    talk.given();
    talk.asked();
    expect(await talk.judge(stopped(null), changed)).toEqual({ is: 'measure' });
  });
});

describe('a stop that answers the loop', () => {
  test.each<SessionWord>(['no', null])('is reminded twice where it does nothing, and then waits: %s', async (word) => {
    const talk = createTalk();
    talk.given();
    const because = 'Nothing has changed, and you gave no exit signal.';
    for (let n = 0; n < 2; n += 1) expect(await talk.judge(stopped(word), same)).toEqual({ is: 'reminded', because });
    for (let n = 0; n < 2; n += 1)
      expect(await talk.judge(stopped(word), same)).toEqual({ is: 'through', says: WAITS });
    talk.given();
    expect(await talk.judge(stopped(word), same)).toEqual({ is: 'reminded', because });
  });

  test('is reminded once while a command of its shell runs, which wakes it', async () => {
    const talk = createTalk();
    talk.given();
    const runs = stopped(null, { runs: true });
    expect(await talk.judge(runs, same)).toMatchObject({ is: 'reminded' });
    for (let n = 0; n < 3; n += 1) expect(await talk.judge(runs, same)).toEqual({ is: 'through', says: null });
    expect(await talk.judge(runs, changed)).toEqual({ is: 'measure' });
  });

  test.each<SessionWord>(['no', null])('after a change measures: %s', async (word) => {
    const talk = createTalk();
    talk.given();
    expect(await talk.judge(stopped(word), changed)).toEqual({ is: 'measure' });
  });

  test.each([{ waits: true }, { plans: true }])('with %o goes through, unless it claims', async (more) => {
    const talk = createTalk();
    talk.given();
    expect(await talk.judge(stopped(null, more), changed)).toEqual({ is: 'through', says: null });
    expect(await talk.judge(stopped('no', more), changed)).toEqual({ is: 'through', says: null });
    expect(await talk.judge(stopped('counts', more), never)).toEqual({ is: 'measure' });
  });
});
