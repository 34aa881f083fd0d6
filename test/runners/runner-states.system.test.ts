import { describe, expect, test } from 'vitest';
import { coverCriteria } from '../../src/evidence/cover-criteria.ts';
import type { TestRun } from '../../src/runners/test-run.ts';
import { makeProject, runIn } from './project.ts';
import { canRun, whySkipped } from './find-tool.ts';
import { modulesWith } from './runner-modules.ts';
import { type Fact, HIDDEN, KINDS, OUTSIDE, PASSED, type RunnerStates, STATES_OF_JAVASCRIPT } from './runner-states.ts';
import { STATES_OF_OTHERS } from './runner-states-other-languages.ts';
import { pickSome } from '../pick-some.ts';

/** Those of JavaScript are in a folder of modules, the others programs of the machine. */
const isThere = ({ runner, command: [program = '', ...args] }: RunnerStates): boolean =>
  program.startsWith('node_modules/')
    ? modulesWith(runner) !== null
    : canRun(
        program,
        ...(program === 'go' ? ['version'] : [...args.slice(0, args.indexOf('pytest') + 1), '--version']),
      );

const factsOf = (states: RunnerStates): readonly Fact[] => KINDS.flatMap((kind) => states[kind]);

/** Every fact and its honest twin in a file of its own, in one run. */
const runAll = async (states: RunnerStates) => {
  const { runner, command, nameFile, prelude, more } = states;
  const fileOf = (how: 'fact' | 'honest', i: number): string => nameFile(`${how}${i}`);
  const files = factsOf(states).flatMap(({ text, honest }, i) => [
    [fileOf('fact', i), prelude + text],
    [fileOf('honest', i), prelude + honest],
  ]);
  const workspace = await makeProject(
    { 'package.json': '{}', ...more, ...Object.fromEntries(files) },
    'project',
    modulesWith(runner) ?? undefined,
  );
  const run = await runIn(workspace, { command, runner, timeoutMs: 120_000 });
  const seen = factsOf(states).map(({ code }, i) => ({
    code,
    fact: seeFile(run, fileOf('fact', i)),
    honest: seeFile(run, fileOf('honest', i)),
  }));
  return { run, seen };
};

/** How the tests of one file were reported, and whether its criterion passes. */
const seeFile = (run: TestRun, file: string) => {
  const tests = run.tests.filter((each) => each.file === file);
  const states = [...new Set(tests.map(({ state }) => state))].toSorted().join(' and ');
  const errors = run.unhandled_errors.filter((error) => error.startsWith(`${file}: `));
  const { metrics } = coverCriteria(['AC-1'], { ...run, tests, unhandled_errors: errors });
  return {
    gives: `${states === '' ? HIDDEN : states}${errors.length > 0 ? OUTSIDE : ''}`,
    passing: metrics.criteria_passing,
  };
};

describe('todo, skipped, nested and flaky tests', { timeout: 180_000 }, () => {
  for (const states of pickSome([...STATES_OF_JAVASCRIPT, ...STATES_OF_OTHERS], ({ runner }) => runner, 1)) {
    const isHere = isThere(states);
    const claim = `${states.runner} reports each as the docs say, passes no criterion of theirs, and passes their honest twins`;
    test.skipIf(!isHere)(`${claim}${whySkipped(isHere, states.runner)}`, async () => {
      const { run, seen } = await runAll(states);
      expect([run.problems, run.load_failures]).toEqual([[], []]);
      expect(seen).toEqual(
        factsOf(states).map(({ code, gives, isUnnamed }) => ({
          code,
          fact: { gives, passing: isUnnamed === true ? 1 : 0 },
          honest: { gives: PASSED, passing: 1 },
        })),
      );
    });
  }
});
