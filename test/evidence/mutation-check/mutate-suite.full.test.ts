import { textsOf } from '../findings/a-finding.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { takeFingerprint } from '../../../src/project/sources/fingerprint.ts';
import {
  type MutationEvent,
  findingsOfMutationCheck,
  type TestedMutant,
} from '../../../src/evidence/mutation-check/mutation-report.ts';
import { mutateSuite } from '../../../src/evidence/mutation-check/mutate-suite.ts';
import { hasGit } from '../a-repository.ts';
import { canRun } from '../../runners/find-tool.ts';
import { aMutatedProject, isHeld, LIMITS, mutation_check } from './a-mutated-project.ts';
import { inTurn, pickSome, SEED } from '../../pick-some.ts';
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

  /** Two tests of one function of two: the new one asks only for the first, the old one for both. */
  const askNewOf = async (after: Readonly<Record<string, string>>, limits: Partial<typeof LIMITS>) => {
    const question = await aMutatedProject({ after, limits });
    const [suite] = question.suites;
    if (suite === undefined) throw new Error('there is no suite');
    const first = [{ ...suite, command: ['node', '--test', 'test/new.test.js'] }];
    const scopes: string[] = [];
    const report = await mutateSuite({ ...question, first, onRun: (scope) => scopes.push(scope) });
    return { report, scopes, killers: (line: number) => killersOf(report, line) };
  };
  const killersOf = ({ mutants }: { readonly mutants: readonly TestedMutant[] }, line: number) => [
    ...new Set(mutants.flatMap((each) => (each.line === line && each.end === 'killed' ? [each.why] : []))),
  ];
  const IMPORTS =
    "import { test } from 'node:test';\nimport assert from 'node:assert/strict';\nimport { half, twice } from '../half.js';\n";
  const TWO = {
    'half.js': 'export const half = (n) => n / 2;\nexport const twice = (n) => n * 2;\n',
    'test/new.test.js': `${IMPORTS}test('half of 4 is 2', () => assert.equal(half(4), 2));\n`,
    'test/all.test.js': `${IMPORTS}test('twice 4 is 8', () => assert.equal(twice(4), 8));\ntest('half of 8 is 4', () => assert.equal(half(8), 4));\n`,
  };

  slow('asks the new tests alone, and the whole suite nothing where they kill enough', async () => {
    const { report, scopes, killers } = await askNewOf(TWO, { mutants: 4, percent: 1 });
    expect(new Set(scopes)).toEqual(new Set(['new']));
    expect(killers(1)).toEqual(['test/new.test.js > half of 4 is 2']);
    const survived = report.mutants.filter(({ end }) => end === 'survived');
    expect(survived.map(({ line, asked }) => [line, asked])).toEqual(survived.map(() => [2, 'new']));
    expect(textsOf(findingsOfMutationCheck(report, LIMITS)).join()).toContain(
      'Mutant survived the new tests at half.js:2',
    );
  });

  slow('asks the whole suite about what the new tests do not notice, before it holds a phase', async () => {
    const { report, scopes, killers } = await askNewOf(TWO, { mutants: 8, at_least: 1, percent: 100 });
    expect(scopes).toContain('whole');
    expect(killers(1)).toEqual(['test/new.test.js > half of 4 is 2']);
    expect(killers(2)).toEqual(['test/all.test.js > twice 4 is 8']);
    expect(report.mutants.filter(({ end }) => end === 'survived')).toEqual([]);
  });

  slow('asks a weak test beside a strong one, and the strong one kills', async () => {
    const { report } = await askNewOf(
      { ...TWO, 'test/new.test.js': `${IMPORTS}test('is there', () => assert.ok(half && twice));\n` },
      { mutants: 4 },
    );
    expect(isHeld(report)).toBe(false);
    expect(report.mutants_killed).toBeGreaterThan(0);
    expect(new Set(report.mutants.flatMap(({ end, why }) => (end === 'killed' ? [why?.split(' > ')[0]] : [])))).toEqual(
      new Set(['test/all.test.js']),
    );
  });

  slow('asks the whole suite where the new tests are not green alone', async () => {
    const needsOther = `${IMPORTS}import { existsSync } from 'node:fs';\nwhile (!existsSync('mark') && performance.now() < 2_000);\ntest('half of 4 is 2', () => assert.ok(existsSync('mark') && half(4) === 2));\n`;
    const { report, scopes } = await askNewOf(
      {
        ...TWO,
        'test/new.test.js': needsOther,
        'test/a-mark.test.js':
          "import { writeFileSync } from 'node:fs';\nimport { test } from 'node:test';\nwriteFileSync('mark', '');\ntest('marks', () => {});\n",
        'package.json': '{ "type": "module" }\n',
      },
      { mutants: 4 },
    );
    expect(scopes.slice(0, 2)).toEqual(['new', 'whole']);
    expect(scopes.slice(1)).not.toContain('new');
    expect(report).toMatchObject({ inconclusive: null });
  });

  slow('does not believe a test that fails from its second run on, whatever the code is like', async () => {
    const counting = `${IMPORTS}import { appendFileSync, readFileSync } from 'node:fs';\ntest('half of 4 is 2', () => {\n  appendFileSync('runs', '.');\n  assert.ok(readFileSync('runs', 'utf8').length < 2 && half && twice);\n});\n`;
    const { report } = await askNewOf({ ...TWO, 'test/new.test.js': counting }, { mutants: 4 });
    expect(report).toMatchObject({
      mutants_killed: 0,
      inconclusive: 'test/new.test.js > half of 4 is 2 fails in the end without a mutant, too: it shows nothing',
    });
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
