import { textsOf } from '../findings/a-finding.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { takeFingerprint } from '../../src/sources/fingerprint.ts';
import type { ProbeNews } from '../../src/probe/probe-question.ts';
import { findingsOfProbe } from '../../src/probe/probe-report.ts';
import { probeSuite } from '../../src/probe/probe-suite.ts';
import { hasGit } from '../evidence/a-repository.ts';
import { canRun } from '../testing/find-tool.ts';
import { aProbedProject, isHeld, probe } from './a-probed-project.ts';
import { inTurn, pickSome, SEED } from '../pick-some.ts';
import { HOLLOW, LEAVING, SOUND } from './suites-that-cannot-fail.ts';

const slow = inTurn(2, test);
const hasPytest = canRun('python3', '-m', 'pytest', '--version');
const [ASKS] = SOUND;

describe.skipIf(!hasGit)(`a suite that cannot fail (needs git; ${SEED})`, () => {
  for (const project of pickSome(HOLLOW, ({ name, language }) => language + name, 5)) {
    test.skipIf(project.language === 'Python' && !hasPytest)(
      `${project.language}: ${project.name} notices nothing, and is held`,
      async () => {
        const report = await probe(project);
        expect(report.faults.filter(({ end }) => end === 'noticed')).toEqual([]);
        expect(isHeld(report), JSON.stringify(report)).toBe(true);
        expect(findingsOfProbe(report)[0]?.text).toContain(
          'the tests cannot tell code that works from code that does not',
        );
      },
    );
  }

  for (const project of LEAVING) {
    test.skipIf(project.language === 'Python' && !hasPytest)(
      `${project.language}: ${project.name} is not green in the first place, and shows nothing`,
      async () => {
        const report = await probe(project);
        expect(report.nothing_shown).toContain('the suite is not green in a copy of the workspace');
        expect(report.faults).toEqual([]);
      },
    );
  }
});

describe.skipIf(!hasGit)(`a suite that asks (needs git; ${SEED})`, () => {
  for (const project of pickSome(SOUND, ({ name, language }) => language + name, 2)) {
    test.skipIf(project.language === 'Python' && !hasPytest)(`${project.language}: notices`, async () => {
      const report = await probe(project);
      expect(report).toMatchObject({ nothing_shown: null });
      expect(report.faults_noticed, JSON.stringify(report)).toBeGreaterThanOrEqual(1);
    });
  }
});

describe.skipIf(!hasGit)('a probe (needs git)', () => {
  if (ASKS === undefined) throw new Error('there is no suite that asks');

  slow('asks the tests of the criteria first, and the whole suite only of what they do not notice', async () => {
    const question = await aProbedProject({
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
    const { faults } = await probeSuite({ ...question, first, limits: { faults: 8, at_least: 1, minutes: 2 } });
    const noticedBy = (line: number) => [
      ...new Set(faults.filter((each) => each.line === line && each.end === 'noticed').map(({ why }) => why)),
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
      (await probe(ofOneReturn(ask))).faults.map(({ kind, after, end }) => [kind, after, end]);
    expect(await placesOf('one() === 1')).toEqual([
      ['return', 'undefined', 'noticed'],
      ['constant', '0', 'noticed'],
    ]);
    expect(await placesOf('one() !== null')).toEqual([
      ['return', 'undefined', 'unnoticed'],
      ['constant', '0', 'unnoticed'],
      ['return', 'null', 'noticed'],
    ]);
  });

  slow('tries the same faults again with the same seed, and tells of each', async () => {
    const question = await aProbedProject(ASKS);
    const told: ProbeNews[] = [];
    const first = await probeSuite({ ...question, onNews: (news) => told.push(news) });
    const second = await probeSuite(question);
    expect(second).toEqual({ ...first, ms: second.ms });
    expect(told.map(({ type }) => type)).toEqual(['probe.started', ...first.faults.map(() => 'fault.tried')]);
  });

  slow('leaves the workspace as it is', async () => {
    const question = await aProbedProject(ASKS);
    const before = await takeFingerprint(question.workspace, { writes: [] });
    await probeSuite(question);
    const after = await takeFingerprint(question.workspace, { writes: [] });
    expect([...after.stamps]).toEqual([...before.stamps]);
  });

  slow('names a change that no test needs', async () => {
    const { after, ...project } = ASKS;
    const report = await probe({
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
    expect(textsOf(findingsOfProbe(report))).toContain(
      'Without line 1 of src/price.js every test stays green: unproven.',
    );
  });

  slow('with too few faults shows nothing, and says so', async () => {
    const report = await probe({
      after: {
        'src/a.js': 'export let a;\nif (a) a++;\n',
        'test/a.test.js':
          "import 'node:test';\nimport '../src/a.js';\nimport { test } from 'node:test';\ntest('is there', () => {});\n",
      },
      limits: { faults: 30, at_least: 30 },
    });
    expect(report.faults_noticed).toBe(0);
    expect(report.nothing_shown).toBe(`of the 30 faults that it takes only ${report.faults_planted} could be tried`);
    expect(isHeld(report, { faults: 30, at_least: 30, minutes: 1 })).toBe(false);
  });

  slow('whose time is over before the suite has run shows nothing, and says so', async () => {
    const report = await probe({ ...ASKS, limits: { minutes: 0.000_01 } });
    expect(report.faults_planted).toBe(0);
    expect(report.nothing_shown).toContain('was ended by its time limit');
  });

  slow('that is ended rejects', async () => {
    const question = await aProbedProject(ASKS);
    const stop = new AbortController();
    const probed = probeSuite({
      ...question,
      signal: stop.signal,
      onNews: ({ type }) => {
        if (type === 'fault.tried') stop.abort(new Error('enough'));
      },
    });
    await expect(probed).rejects.toThrow('enough');
  });

  slow('over a suite that takes the copy apart shows nothing, and harms nobody', async () => {
    const question = await aProbedProject({
      after: {
        'src/a.js': 'export const one = () => 0.5 + 0.5;\n',
        'test/a.test.js':
          "import { rmSync } from 'node:fs';\nimport { test } from 'node:test';\nimport '../src/a.js';\ntest('goes away', () => rmSync('src', { recursive: true }));\n",
      },
    });
    const report = await probeSuite(question);
    expect(report.nothing_shown).toContain('its folder in the copy is not the one that was copied');
    expect(await readFile(join(question.workspace, 'src/a.js'), 'utf8')).toContain('one');
  });
});
