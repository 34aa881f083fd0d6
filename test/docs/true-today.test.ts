import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, toPromise } from 'xstate';
import {
  type Course,
  type Iteration,
  type MeasureInput,
  type Preparation,
  runMachine,
  type TestRunInput,
  type Wait,
} from '../../machines/index.ts';
import { PRESETS } from '../../src/agents/programs/presets.ts';
import { runHelp } from '../../src/cli/help/run.help.ts';
import { CHECKS } from '../../src/loop/agreement/measure-iteration.ts';
import { readPage, ROOT } from './pages.ts';

const README = readPage('README.md').text.replaceAll(/\s+/g, ' ');
const DECISIONS = readdirSync(join(ROOT, 'docs/decisions'));

/** Features of today: the words in which a page would deny one, and its place in the code. */
const EXISTS: readonly (readonly [denied: RegExp, where: string])[] = [
  [/parallel tasks|several tasks at once/i, 'src/cli/help/run.help.ts#workers'],
  [/work items? on (?:another|other) machines?/i, 'src/queue/leases/ref-leases.ts'],
  [/resum\w+ on another machine/i, 'src/queue/items'],
  [/\bfleets?\b/i, 'src/queue/restate'],
  [/issues? of GitHub|pull requests?/i, 'src/cli/help/run.help.ts#pr'],
  [/\bsandbox on Linux/i, 'src/agents/sandbox/open-sandbox.ts'],
];

/** Each option or key that reaches another machine, as README names it. */
const CONNECTS = ['--issue', '--pr', 'work_items.remote', 'work_items.engine', 'serve'];

const listOf = (start: string): string => {
  const from = README.indexOf(start);
  expect(from).toBeGreaterThan(0);
  return README.slice(from, README.indexOf('.', README.indexOf(':', from)));
};

/** The features of today that a text denies, by their place in the code. */
const deniedIn = (text: string): readonly string[] =>
  EXISTS.flatMap(([words, where]) => (words.test(text) ? [where] : []));

describe('README', () => {
  test('denies nothing that a command does', () => {
    for (const [, where] of EXISTS) {
      const [path = '', option] = where.split('#');
      expect(existsSync(join(ROOT, path)), path).toBe(true);
      if (option !== undefined) expect(Object.keys(runHelp.options ?? {})).toContain(option);
    }
    expect(deniedIn(listOf('Not supported yet:'))).toEqual([]);
  });

  test.each([
    ['Windows; parallel tasks', ['src/cli/help/run.help.ts#workers']],
    ['a fleet; work items on other machines', ['src/queue/leases/ref-leases.ts', 'src/queue/restate']],
    ['Windows; a built-in sandbox on macOS', []],
  ])('that did not support "%s" would deny %j', (list, denied) => {
    expect(deniedIn(list)).toEqual(denied);
  });

  test('names what reaches another machine, and each of it exists', () => {
    const says = README.slice(README.indexOf('**Does it need a key'), README.indexOf('## Quick starts'));
    expect(CONNECTS.filter((each) => !says.includes(`\`${each}\``))).toEqual([]);
    expect(says).not.toMatch(/connects to no service[,.](?! on its own)/);
    for (const option of ['issue', 'pr']) expect(Object.keys(runHelp.options ?? {})).toContain(option);
    expect(readFileSync(join(ROOT, 'docs/reference/dualgate.schema.json'), 'utf8')).toContain('"remote"');
    expect(existsSync(join(ROOT, 'src/cli/commands/serve.command.ts'))).toBe(true);
  });

  test('counts the agents that there are', () => {
    const words = ['six', 'seven', 'eight', 'nine', 'ten'];
    expect(README).toContain(`all ${words[Object.keys(PRESETS).length - 6]} agents`);
  });
});

/** The steps that the loop takes, in their order. */
const takeIteration = async (): Promise<readonly string[]> => {
  const taken: string[] = [];
  const take = async <T>(step: string, answer: T): Promise<T> => {
    taken.push(step);
    return answer;
  };
  const begun: Iteration = { phase: 'RED', iteration: 1, attempt: 1, green_runs_wanted: 0, max_runs: 1 };
  const over: Course<null> = { end: { status: 'paused', why: 'one is enough' } };
  const actors = {
    prepare: fromPromise<Preparation, undefined>(() => take('prepare', { go: begun })),
    turn: fromPromise<Iteration, Iteration>(({ input }) => take('turn', input)),
    tests: fromPromise<Iteration, TestRunInput>(({ input }) => take('tests', input.iteration)),
    measure: fromPromise<Iteration, MeasureInput>(({ input }) => take('measure', input.iteration)),
    decide: fromPromise<Course<Wait | null>, Iteration>(() => take('decide', over)),
  };
  await toPromise(createActor(runMachine.provide({ actors }), { input: { resumed: true } }).start());
  return taken;
};

describe('docs/architecture.md', () => {
  const { text } = readPage('docs/architecture.md');

  test('has the steps of an iteration, and the checks of a measurement, in the order in which they run', async () => {
    const rows = [...text.matchAll(/^\| (\*\*)?([a-z -]+?)(?:\*\*)? \| .+ \| (`src\/loop\/.+) \|$/gm)];
    const steps = await takeIteration();
    const order = steps.flatMap((step) => (step === 'measure' ? [step, ...CHECKS.map(({ name }) => name)] : [step]));
    expect(rows.flatMap(([, , name = '']) => (order.includes(name) ? [name] : []))).toEqual(order);
    const bold = rows.flatMap(([, mark, name = '', where = '']) => (mark === undefined ? [] : [{ name, where }]));
    expect(bold.map(({ name }) => name)).toEqual(steps);
    for (const { name, where } of bold) expect(where).toContain(`src/loop/${name}.ts`);
  });

  test('shows every room, and only rooms that exist', () => {
    const diagram = text.slice(0, text.indexOf('subgraph charts'));
    const shown = [...diagram.matchAll(/src\/([\w-]+)/g)].map(([, folder = '']) => folder);
    for (const folder of shown) expect(existsSync(join(ROOT, 'src', folder)), folder).toBe(true);
    const rooms = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(rooms.map(({ name }) => name).filter((room) => !shown.includes(room))).toEqual([]);
  });
});

test('two decisions about queues say that a run travels in both', () => {
  const read = (number: string) => {
    const file = DECISIONS.find((name) => name.startsWith(number)) ?? '';
    return readFileSync(join(ROOT, 'docs/decisions', file), 'utf8');
  };
  expect(read('0056')).toMatch(/the run \[travels\]/);
  expect(read('0056')).toContain('](0057-runs-that-travel.md)');
  expect(read('0057')).toContain('](0056-a-fleet-on-restate.md)');
});
