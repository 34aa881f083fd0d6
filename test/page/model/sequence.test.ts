import { expect, test } from 'vitest';
import { ACTORS, listMessages } from '../../../src/page/model/sequence.ts';
import { listCommands } from '../../../src/page/model/operator-commands.ts';
import { FORCED } from '../../report/a-ledger.ts';
import { anIterationOf, at } from '../a-run.ts';

const PHASES = ['RED', 'GREEN', 'REFACTOR', 'DOCUMENT'];
const say = (records: Parameters<typeof listMessages>[0]) =>
  listMessages(records, PHASES).map(({ from, to, text }) => `${from} → ${to}: ${text}`);

test('an iteration that exits its phase is shown from the prompt to the step on the chart', () => {
  expect(say(anIterationOf({ iteration: 2, minute: 1, passing: 4, failing: 0, word: true }))).toEqual([
    'loop → agent: the prompt of GREEN 2',
    'agent → loop: ok after 30 s',
    'loop → tests: run the suite',
    'tests → green runs: test run 1: 4 passing, 0 failing – green',
    'green runs → loop: 1 in a row',
    'loop → tests: run the suite',
    'tests → green runs: test run 2: 4 passing, 0 failing – green',
    'green runs → loop: 2 in a row',
    'loop → gates: the record: gate 1 satisfied, exit signal: yes',
    'gates → chart: exit: both gates agree',
    'chart → chart: GREEN → REFACTOR',
  ]);
});

test('one that is held says why', () => {
  expect(say(anIterationOf({ iteration: 1, minute: 1, passing: 3, failing: 1, word: true })).slice(-2)).toEqual([
    'loop → gates: the record: gate 1 not satisfied, exit signal: yes',
    'gates → chart: hold: Exit signal set but Gate 1 not satisfied',
  ]);
});

test('a green run on another tree is the first of its own row', () => {
  const [started, , first, second] = anIterationOf({ iteration: 1, minute: 1, passing: 4, failing: 0 });
  if (started === undefined || first === undefined || second?.type !== 'tests.ended') throw new Error('Not made so.');
  const moved = { ...second, at: at(1, 40), data: { ...second.data, tree: 'another' } };
  expect(say([started, first, moved]).filter((each) => each.startsWith('green runs'))).toEqual([
    'green runs → loop: 1 in a row',
    'green runs → loop: 1 in a row',
  ]);
});

test('every record of a real ledger is told by actors that have a lane, in its order', () => {
  const messages = listMessages(FORCED, ['RED', 'GREEN', 'POLISH']);
  expect(messages.every(({ from, to }) => ACTORS.includes(from) && ACTORS.includes(to))).toBe(true);
  const times = messages.map((message) => message.at);
  expect(times).toEqual(times.toSorted());
  expect(new Set(times).size).toBeGreaterThan(15);
});

test('operator commands are offered where they make sense, and none when the work is over', () => {
  const titles = (...args: Parameters<typeof listCommands>) => listCommands(...args).map(({ title }) => title);
  expect(titles({ state: 'working', phase: 'GREEN' }, 'running')).toEqual([
    'Guide the agent',
    'Reset the breaker',
    'Skip GREEN',
    'Abort the work',
  ]);
  expect(listCommands({ state: 'working', phase: 'GREEN' }, 'running').map(({ phase }) => phase)).toEqual([
    undefined,
    undefined,
    'GREEN',
    undefined,
  ]);
  expect(titles({ state: 'halted', phase: 'GREEN' }, 'needs_human')[0]).toBe('Resume');
  for (const ended of ['crashed', 'interrupted', 'paused', 'stuck'] as const)
    expect([ended, titles({ state: 'working', phase: 'GREEN' }, ended)[0]]).toEqual([ended, 'Resume']);
  expect(titles({ state: 'completed', phase: null }, 'completed')).toEqual([]);
  expect(titles({ state: 'aborted', phase: 'GREEN' }, 'aborted')).toEqual([]);
});
