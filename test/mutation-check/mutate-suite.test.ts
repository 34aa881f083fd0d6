import { textsOf } from '../findings/a-finding.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { takeFingerprint } from '../../src/sources/fingerprint.ts';
import type { MutationEvent } from '../../src/mutation-check/mutation-question.ts';
import { findingsOfMutationCheck } from '../../src/mutation-check/mutation-report.ts';
import { mutateSuite } from '../../src/mutation-check/mutate-suite.ts';
import { hasGit } from '../evidence/a-repository.ts';
import { canRun } from '../testing/find-tool.ts';
import { aMutatedProject, isHeld, LIMITS, mutation_check } from './a-mutated-project.ts';
import { inTurn, pickSome, SEED } from '../pick-some.ts';
import { HOLLOW, LEAVING, SOUND } from './suites-that-cannot-fail.ts';

const slow = inTurn(6, test);
const hasPytest = canRun('python3', '-m', 'pytest', '--version');
const [ASKS] = SOUND;

describe.skipIf(!hasGit)(`a suite that cannot fail (needs git; ${SEED})`, () => {
  for (const project of pickSome(HOLLOW, ({ name, language }) => language + name, 10)) {
    test.skipIf(project.language === 'Python' && !hasPytest)(
      `${project.language}: ${project.name} kills nothing, and is held`,
      async () => {
        const report = await mutation_check(project);
        expect(report.mutants.filter(({ end }) => end === 'killed')).toEqual([]);
        expect(isHeld(report), JSON.stringify(report)).toBe(true);
        expect(findingsOfMutationCheck(report, LIMITS)[0]?.text).toContain(
          'they cannot tell working code from broken code',
        );
      },
    );
  }

  for (const project of pickSome(LEAVING, ({ name, language }) => language + name, 3)) {
    test.skipIf(project.language === 'Python' && !hasPytest)(
      `${project.language}: ${project.name} is not green in the first place, and shows nothing`,
      async () => {
        const report = await mutation_check(project);
        expect(report.inconclusive).toContain('the suite is not green in a copy of the workspace');
        expect(report.mutants).toEqual([]);
      },
    );
  }
});

describe.skipIf(!hasGit)(`a suite that asks (needs git; ${SEED})`, () => {
  for (const project of pickSome(SOUND, ({ name, language }) => language + name, 4)) {
    test.skipIf(project.language === 'Python' && !hasPytest)(`${project.language}: notices`, async () => {
      const report = await mutation_check(project);
      expect(report).toMatchObject({ inconclusive: null });
      expect(report.mutants_killed, JSON.stringify(report)).toBeGreaterThanOrEqual(1);
    });
  }
});

describe.skipIf(!hasGit)('a mutation check (needs git)', () => {
  if (ASKS === undefined) throw new Error('there is no suite that asks');

  slow('asks the tests of the criteria first, and the whole suite only of what they do not notice', async () => {
    const question = await aMutatedProject({
      after: {
        'half.js': 'export const half = (n) => n / 2;\nexport const twice = (n) => n * 2;\n',
        'test/new.test.js':
          "import { test } from 'node:test';\nimport assert from 'node:assert/strict';\nimport { half } from '../half.js';\ntest('half of 4 is 2', () => assert.equal(half(4), 2));\n",
        'test/all.test.js':
          "import { test } from 'node:test';\nimport assert from 'node:assert/strict';\nimport { half, twice } from '../half.js';\ntest('twice 4 is 8', () => assert.equal(twice(4), 8));\ntest('half of 8 is 4', () => assert.equal(half(8), 4));\n",
      },
    });
    const [suite] = question.suites;
    if (suite === undefined) throw new Error('there is no suite');
    const first = [{ ...suite, command: ['node', '--test', 'test/new.test.js'] }];
    const { mutants } = await mutateSuite({ ...question, first, limits: { ...LIMITS, mutants: 8, at_least: 1 } });
    const noticedBy = (line: number) => [
      ...new Set(mutants.filter((each) => each.line === line && each.end === 'killed').map(({ why }) => why)),
    ];
    expect(noticedBy(1)).toEqual(['test/new.test.js > half of 4 is 2']);
    expect(noticedBy(2)).toEqual(['test/all.test.js > twice 4 is 8']);
  });

  slow('tries a second fault at a place only where none was noticed there', async () => {
    const ofOneReturn = (ask: string) => ({
      after: {
        'src/one.js': 'export const one = () => 1;\n',
        'test/one.test.js': [
          "import { test } from 'node:test';",
          "import { equal } from 'node:assert/strict';",
          "import { one } from '../src/one.js';",
          `test('one', () => equal(${ask}, true));`,
          '',
        ].join('\n'),
      },
    });
    const placesOf = async (ask: string) =>
      (await mutation_check(ofOneReturn(ask))).mutants.map(({ kind, after, end }) => [kind, after, end]);
    expect(await placesOf('one() === 1')).toEqual([
      ['return', 'undefined', 'killed'],
      ['constant', '0', 'killed'],
    ]);
    expect(await placesOf('one() !== null')).toEqual([
      ['return', 'undefined', 'survived'],
      ['constant', '0', 'survived'],
      ['return', 'null', 'killed'],
    ]);
  });

  slow('tries the same faults again with the same seed, and tells of each', async () => {
    const question = await aMutatedProject(ASKS);
    const told: MutationEvent[] = [];
    const first = await mutateSuite({ ...question, onEvent: (event) => told.push(event) });
    const second = await mutateSuite(question);
    expect(second).toEqual({ ...first, ms: second.ms });
    expect(told.map(({ type }) => type)).toEqual([
      'mutation_check.started',
      ...first.mutants.map(() => 'mutant.tested'),
    ]);
  });

  slow('leaves the workspace as it is', async () => {
    const question = await aMutatedProject(ASKS);
    const before = await takeFingerprint(question.workspace, { writes: [] });
    await mutateSuite(question);
    const after = await takeFingerprint(question.workspace, { writes: [] });
    expect([...after.stamps]).toEqual([...before.stamps]);
  });

  slow('names a change that no test needs', async () => {
    const { after, ...project } = ASKS;
    const report = await mutation_check({
      ...project,
      before: {
        'package.json': '{ "type": "module" }\n',
        'src/price.js': 'export const old = 1;\n// kept\n// kept too\n',
      },
      after: {
        ...after,
        'src/price.js': `export const spare = () => 1 + 1;\n// kept\n// kept too\n${after['src/price.js'] ?? ''}`,
      },
    });
    expect(report.unproven).toEqual([{ path: 'src/price.js', line: 1, lines: 1 }]);
    expect(textsOf(findingsOfMutationCheck(report, LIMITS))).toContain(
      'No test needs line 1 of src/price.js: unproven. Test this change, or undo it.',
    );
  });

  slow('with too few faults shows nothing, and says so', async () => {
    const report = await mutation_check({
      after: {
        'src/a.js': 'export let a;\nif (a) a++;\n',
        'test/a.test.js':
          "import 'node:test';\nimport '../src/a.js';\nimport { test } from 'node:test';\ntest('is there', () => {});\n",
      },
      limits: { mutants: 30, at_least: 30 },
    });
    expect(report.mutants_killed).toBe(0);
    expect(report.inconclusive).toBe(`only ${report.mutants_tested} of the required 30 mutants could be tested`);
    expect(isHeld(report, { ...LIMITS, mutants: 30, at_least: 30 })).toBe(false);
  });

  slow('whose time is over before the suite has run shows nothing, and says so', async () => {
    const report = await mutation_check({ ...ASKS, limits: { minutes: 0.000_01 } });
    expect(report.mutants_tested).toBe(0);
    expect(report.inconclusive).toContain('reached its time limit');
  });

  slow('that is ended rejects', async () => {
    const question = await aMutatedProject(ASKS);
    const stop = new AbortController();
    const mutationChecked = mutateSuite({
      ...question,
      signal: stop.signal,
      onEvent: ({ type }) => {
        if (type === 'mutant.tested') stop.abort(new Error('enough'));
      },
    });
    await expect(mutationChecked).rejects.toThrow('enough');
  });

  slow('over a suite that takes the copy apart shows nothing, and harms nobody', async () => {
    const question = await aMutatedProject({
      after: {
        'src/a.js': 'export const one = () => 0.5 + 0.5;\n',
        'test/a.test.js':
          "import { rmSync } from 'node:fs';\nimport { test } from 'node:test';\nimport '../src/a.js';\ntest('goes away', () => rmSync('src', { recursive: true }));\n",
      },
    });
    const report = await mutateSuite(question);
    expect(report.inconclusive).toContain('its folder in the copy is not the one that was copied');
    expect(await readFile(join(question.workspace, 'src/a.js'), 'utf8')).toContain('one');
  });
});
