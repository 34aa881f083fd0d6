/**
 * Runs of the suite that are not started because the phase is held anyway; counted from outside, by a line that an old test
 * writes each time that it runs.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import type { IterationRecord } from '../../gates/iteration.ts';
import type { LedgerData } from '../../src/records/records.ts';
import { readRecords } from '../../src/records/read-records.ts';
import { createRun } from '../../src/run/create-run.ts';
import { saySuiteRuns } from '../../src/view/say-step.ts';
import { readRun } from '../../src/view/read-run.ts';
import { aFolder, hasGit, write as writeFiles } from '../evidence/a-repository.ts';
import { aWorkspace, HONEST, withAnchorsAside } from './a-workspace.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(1, test);

/** The first one that fits; without `iteration`, in any. */
interface Turn {
  readonly phase: string;
  readonly iteration?: number;
  readonly write?: Readonly<Record<string, string>>;
  readonly signal?: boolean;
}

const RED = { phase: 'RED', ...HONEST.RED };
const GREEN = { phase: 'GREEN', write: HONEST.GREEN.write };
const DONE = { phase: 'GREEN', ...HONEST.GREEN };
const BROKEN = { 'src/one.js': 'export const one = () => 3;\n' };
const FIXED = { 'src/one.js': 'export const one = () => 1;\n' };
const says = (text: string) => ({
  'docs/one.md': `# One\n\nThe function one gives back the first number that everybody counts with, ${text}.\n`,
});

/** RED and GREEN as they are, and a phase about documents. */
const PHASES = [
  ...DEFAULT_PHASES.slice(0, 2),
  { ...DEFAULT_PHASES[3], gate_1: { name: 'Documented', condition: 'docs_changed >= 1' } },
];
const patient = <T extends object>(phases: readonly T[]) =>
  phases.map((each) => ({ ...each, circuit_breaker: { no_progress: 9, same_error: 9 } }));

interface Played {
  readonly status: string;
  readonly why: string;
  /** `GREEN 1 held, 1 run`, in order. */
  readonly path: readonly string[];
  readonly decided: readonly LedgerData['iteration.decided'][];
  readonly said: string | null;
  /** By the name of the iteration: `DOCUMENT 2`. */
  readonly prompts: ReadonlyMap<string, string>;
}

/** @param inTest - of the old test, after it has written its line; `runs` is how often it ran */
const play = async (
  turns: readonly Turn[],
  { inTest = '', ...spoil }: { readonly inTest?: string } & Readonly<Record<string, unknown>> = {},
): Promise<Played> => {
  const log = join(await aFolder(), 'log');
  appendFileSync(log, '');
  const old = `import { appendFileSync, readFileSync } from 'node:fs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
test('the old one', () => {
  appendFileSync(${JSON.stringify(log)}, 'ran\\n');
  const runs = readFileSync(${JSON.stringify(log)}, 'utf8').split('\\n').length - 1;
  assert.ok(runs > 0);
  ${inTest}
});
`;
  const { folder, config } = await aWorkspace(
    [],
    {
      phases: PHASES,
      mutation_check: false,
      limits: { iterations: 9 },
      // An open breaker ends the run: nothing waits here.
      circuit_breaker: { reopenings: 0 },
      ...spoil,
    },
    { 'package.json': '{ "type": "module" }\n', 'test/old.test.js': old, 'README.md': '# A package\n' },
  );
  const countRuns = () => readFileSync(log, 'utf8').split('\n').length - 1;
  const path: string[] = [];
  let before = 2;
  const prompts = new Map<string, string>();
  const run = createRun({
    config,
    agent: async ({ phase, iteration, prompt, workspace }) => {
      prompts.set(`${phase} ${iteration}`, prompt);
      const turn = turns.find((each) => each.phase === phase && (each.iteration ?? iteration) === iteration);
      await writeFiles(workspace, turn?.write ?? {});
      return { text: 'Here it is.', ...(turn?.signal !== undefined && { signal: turn.signal }) };
    },
    onEvent: (event) => {
      if (event.type !== 'iteration.decided') return;
      const runs = countRuns();
      const end = event.decision.can_exit ? 'exited' : 'held';
      path.push(`${event.phase} ${event.iteration} ${end}, ${runs - before}`);
      before = runs;
    },
  });
  const { status, why } = await run.ended;
  const { records } = await readRecords(folder, run.id);
  const decided = records.flatMap(({ type, data }) => (type === 'iteration.decided' ? [data] : []));
  const said = saySuiteRuns((await readRun(config)).status);
  // The record has what was counted from outside.
  expect(said).toContain(`${countRuns()} suite runs`);
  return { status, why, path, decided, said, prompts };
};

const unmetOf = (decided: LedgerData['iteration.decided'] | undefined) =>
  decided?.decision.gate_1.unmet.map(({ clause, because }) => `${clause}: ${because}`);
const testsIn = ({ metrics }: IterationRecord) =>
  Object.keys(metrics).filter((name) =>
    /^(?:tests_(?!intact)|existing_|report_|runner_|consecutive_|suite_)/.test(name),
  );

describe.skipIf(!hasGit)('the second green run (needs git)', { timeout: 300_000 }, () => {
  beforeEach(withAnchorsAside);

  slow('starts when the agent says that it is done, and not before', async () => {
    const { status, path, decided } = await play(
      [RED, { ...GREEN, iteration: 1, signal: false }, { ...GREEN, iteration: 2, signal: false }, DONE],
      { phases: PHASES.slice(0, 2) },
    );
    expect([status, path]).toEqual([
      'completed',
      ['RED 1 exited, 1', 'GREEN 1 held, 1', 'GREEN 2 held, 1', 'GREEN 3 exited, 2'],
    ]);
    expect(decided[1]?.record).toMatchObject({
      metrics: { consecutive_green_runs: 1 },
      not_started: { runs: 1, because: 'the agent did not signal that it is done' },
    });
    expect(unmetOf(decided[1])).toEqual([
      'consecutive_green_runs >= 2: 1 of 2; the second was not started: the agent did not signal that it is done',
    ]);
    expect(decided[1]?.decision.reason).toBe('Gate 1 satisfied so far but no exit signal');
    expect(decided[3]?.record).not.toHaveProperty('not_started');
  });

  slow('is not started for an agent that never signals, which halts after three iterations all the same', async () => {
    const { status, why, path } = await play([RED, GREEN]);
    expect([status, path]).toEqual([
      'needs_human',
      ['RED 1 exited, 1', 'GREEN 1 held, 1', 'GREEN 2 held, 1', 'GREEN 3 held, 1'],
    ]);
    expect(why).toContain(
      'Gate 1 was satisfied as far as it was measured in 3 iterations in a row, but the agent gave no exit signal',
    );
  });

  slow(
    'is never the run of an earlier iteration: an agent that signals every other time exits with none of them',
    async () => {
      const { status, path, decided } = await play(
        [
          RED,
          { ...GREEN, iteration: 1, write: FIXED },
          { phase: 'GREEN', iteration: 2, write: BROKEN, signal: true },
          { ...GREEN, iteration: 3, write: FIXED },
          { phase: 'GREEN', iteration: 4, write: BROKEN, signal: true },
        ],
        { limits: { iterations: 5 }, phases: patient(PHASES) },
      );
      expect([status, path.slice(1)]).toEqual([
        'stuck',
        ['GREEN 1 held, 1', 'GREEN 2 held, 1', 'GREEN 3 held, 1', 'GREEN 4 held, 1'],
      ]);
      expect(unmetOf(decided[4])?.[0]).toBe('tests_failing == 0: got 1, expected 0');
    },
  );

  slow('finds a suite that is green only each second time, in the iteration of the signal', async () => {
    const { path, decided } = await play(
      [RED, { ...GREEN, iteration: 1, signal: false }, DONE],
      // The baseline 1 and 2, RED 3, without a signal 4, with it 5 and 6.
      { inTest: 'assert.ok(runs < 6);', limits: { iterations: 3 } },
    );
    expect(path.slice(1)).toEqual(['GREEN 1 held, 1', 'GREEN 2 held, 2']);
    expect(unmetOf(decided[2])).toContain('consecutive_green_runs >= 2: got 0, expected 2 or more');
  });
});

describe.skipIf(!hasGit)('a phase about documents that is held anyway (needs git)', { timeout: 300_000 }, () => {
  beforeEach(withAnchorsAside);

  slow('runs no test until the agent is done, and then all of them', async () => {
    const { status, path, decided, prompts, said } = await play([
      RED,
      DONE,
      { phase: 'DOCUMENT', iteration: 1, write: says('always'), signal: false },
      { phase: 'DOCUMENT', iteration: 2, write: says('and always the same'), signal: false },
      { phase: 'DOCUMENT', signal: true },
    ]);
    expect([status, path.slice(2)]).toEqual([
      'completed',
      ['DOCUMENT 1 held, 0', 'DOCUMENT 2 held, 0', 'DOCUMENT 3 exited, 1'],
    ]);
    expect(said).toContain('6 suite runs');
    const held = decided[2];
    expect(held?.record).toMatchObject({
      measured: 'nothing',
      not_started: { runs: 1, because: 'the agent did not signal that it is done' },
      metrics: { docs_changed: 1, tree_stable: true, tests_intact: true },
    });
    expect(held && testsIn(held.record)).toEqual([]);
    expect(held?.record).not.toHaveProperty('failing_fingerprint');
    const nothing = 'the suite ran: the tests were not run: the agent did not signal that it is done';
    expect(unmetOf(held)).toEqual([nothing]);
    const asked = prompts.get('DOCUMENT 2');
    expect(asked).toContain(nothing);
    expect(asked).not.toMatch(/tests_(?:total|passing|failing)(?! ==| >=)/);
  });

  slow('shows the failure of a test that was broken meanwhile, and each time until it is fixed', async () => {
    const { status, path, decided } = await play(
      [
        RED,
        DONE,
        { phase: 'DOCUMENT', iteration: 1, write: { ...says('always'), ...BROKEN }, signal: false },
        { phase: 'DOCUMENT', iteration: 2, signal: true },
        { phase: 'DOCUMENT', iteration: 3, signal: false },
        { phase: 'DOCUMENT', iteration: 4, write: FIXED, signal: false },
        { phase: 'DOCUMENT', iteration: 5, signal: false },
        { phase: 'DOCUMENT', signal: true },
      ],
      { phases: patient(PHASES) },
    );
    expect([status, path.slice(2)]).toEqual([
      'completed',
      [
        'DOCUMENT 1 held, 0',
        'DOCUMENT 2 held, 1',
        'DOCUMENT 3 held, 1',
        'DOCUMENT 4 held, 1',
        'DOCUMENT 5 held, 0',
        'DOCUMENT 6 exited, 1',
      ],
    ]);
    expect(unmetOf(decided[3])?.[0]).toBe('tests_failing == 0: got 1, expected 0');
  });

  slow('runs no test for a signal over documents that are not there, and all of them when they are', async () => {
    const { path, decided } = await play(
      [
        RED,
        DONE,
        { phase: 'DOCUMENT', iteration: 1, write: BROKEN, signal: true },
        { phase: 'DOCUMENT', write: says('always'), signal: true },
      ],
      { limits: { iterations: 4 } },
    );
    expect(path.slice(2)).toEqual(['DOCUMENT 1 held, 0', 'DOCUMENT 2 held, 1']);
    expect(unmetOf(decided[2])).toEqual([
      'docs_changed >= 1: got 0, expected 1 or more',
      'the suite ran: the tests were not run: docs_changed >= 1 is not met',
    ]);
    expect(decided[2]?.decision.reason).toBe('Exit signal set but Gate 1 not satisfied');
    expect(unmetOf(decided[3])?.[0]).toBe('tests_failing == 0: got 1, expected 0');
  });

  slow('halts an agent that never signals after three iterations, without a test run', async () => {
    const { status, why, path } = await play([RED, DONE, { phase: 'DOCUMENT', write: says('always') }]);
    expect([status, path.slice(2)]).toEqual([
      'needs_human',
      ['DOCUMENT 1 held, 0', 'DOCUMENT 2 held, 0', 'DOCUMENT 3 held, 0'],
    ]);
    expect(why).toContain('Gate 1 was satisfied as far as it was measured in 3 iterations in a row');
  });
});

describe.skipIf(!hasGit)('a phase about code (needs git)', { timeout: 300_000 }, () => {
  beforeEach(withAnchorsAside);

  slow('runs the tests in each iteration: its agent has to hear of them', async () => {
    const { status, path } = await play(
      [
        RED,
        DONE,
        { phase: 'REFACTOR', iteration: 1, write: BROKEN, signal: false },
        { phase: 'REFACTOR', write: HONEST.REFACTOR.write, signal: true },
      ],
      {
        phases: [
          ...PHASES.slice(0, 2),
          { ...DEFAULT_PHASES[2], gate_1: { name: 'Still green', condition: 'tests_failing == 0' } },
        ],
      },
    );
    expect([status, path.slice(2)]).toEqual(['completed', ['REFACTOR 1 held, 1', 'REFACTOR 2 exited, 1']]);
  });
});
