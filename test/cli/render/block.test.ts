import { describe, expect, test } from 'vitest';
import { createLiveScreen } from '../../../src/cli/watch/choose-screen.ts';
import { followWorkers } from '../../../src/cli/render/block.ts';
import type { ListEvent, RunEvent } from '../../../src/index.ts';
import { screenOf } from './a-screen.ts';
import { eventAt, type RunEventBody } from './an-event.ts';

const HEAD = { v: 4, at: eventAt(0, { type: 'baseline.started' }).at, run: 'list-1' } as const;
const started = (workers?: number): ListEvent => ({
  ...HEAD,
  type: 'list.started',
  tasks: ['a', 'b', 'c'].map((task) => ({ task, name: task, needs: [] })),
  done_before: [],
  resumed: false,
  ...(workers === undefined ? {} : { workers }),
});
const begun = (name: string): ListEvent => ({
  ...HEAD,
  type: 'task.started',
  task: name,
  name,
  number: 1,
  of: 3,
  task_run: `run-${name}`,
  folder: '/w',
  resumed: false,
  attempt: 1,
  attempts: 1,
});
const ofRun = (name: string, second: number, body: RunEventBody): RunEvent => ({
  ...eventAt(second, body),
  run: `run-${name}`,
});

/** The live lines after these events, and everything above them. */
const play = (list: readonly ListEvent[], runs: readonly RunEvent[], rows = 24): readonly string[] => {
  const writes: string[] = [];
  const workers = followWorkers();
  for (const event of list) workers.follow(event);
  let clock = 0;
  const size = { columns: 80, rows };
  const write = (text: string) => writes.push(text);
  const screen = createLiveScreen({ write, room: () => size, colours: false, now: () => clock, workers });
  for (const event of runs) {
    clock = Date.parse(event.at);
    screen.show(event);
  }
  clock += 1_000;
  screen.tick();
  return screenOf(writes, size).filter((line) => line.trim() !== '');
};

const RUNS = [
  ofRun('a', 1, { type: 'baseline.started' }),
  ofRun('b', 2, { type: 'baseline.started' }),
  ofRun('a', 3, { type: 'phase.entered', phase: 'RED', purpose: 'x' }),
  ofRun('b', 4, { type: 'notice', text: 'Something.' }),
];

describe('the live lines of several workers', () => {
  test('are one of the list and one of each run, and name the task of every line above them', () => {
    const lines = play([started(2), begun('a'), begun('b')], RUNS);
    expect(lines).toEqual([
      expect.stringMatching(/^\[b\] +\d\d:\d\d Something\.$/),
      '0 of 3 tasks done, 2 active',
      '[a] ▶ RED  2.0 s  the next step starts',
      '[b] ▶ 3.0 s  baseline, the suite runs twice',
    ]);
  });

  test('count what is done and name what is merged; without room they count the runs', () => {
    const merging: ListEvent = {
      ...HEAD,
      type: 'task.merging',
      task: 'c',
      name: 'c',
      number: 3,
      of: 3,
      branch: 'x',
      commit: 'c',
      into: 'main',
    };
    const lines = play([started(3), begun('a'), begun('b'), begun('c'), merging], RUNS, 5);
    expect(lines.slice(-2)).toEqual(['0 of 3 tasks done, 2 active, merging c', 'and 2 more']);
  });

  test('are those of one run where one worker has the list', () => {
    const lines = play([started(), begun('a')], RUNS.slice(0, 1));
    expect(lines.join('\n')).not.toMatch(/tasks done|\[a\]/);
  });
});
