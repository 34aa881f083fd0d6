/**
 * Todo, skipped, nested and flaky tests of each runner, as small test files: `runner-states.system.test.ts` runs them, and the
 * pages of the runners show the table. The criterion AC-1 is in the name of the test or parent that does not count.
 */
import type { RunnerName } from '../../src/runners/runners.ts';

export const KINDS = ['todo', 'skip', 'nested', 'hook', 'flaky'] as const;

/** One way to write a test or a parent. */
export interface Fact {
  /** How it is called in the docs. */
  readonly code: string;
  /** How its tests are reported. */
  readonly gives: string;
  readonly text: string;
  /** The same without it: it passes. */
  readonly honest: string;
  /** The error outside any test does not name the suite, so its criterion passes: the error alone holds. */
  readonly isUnnamed?: boolean;
}

export interface RunnerStates extends Readonly<Record<(typeof KINDS)[number], readonly Fact[]>> {
  readonly runner: RunnerName;
  readonly command: readonly string[];
  /** The name of a test file. */
  readonly nameFile: (name: string) => string;
  readonly prelude: string;
  readonly more?: Readonly<Record<string, string>>;
}

export const PASSED = 'passed';
export const SKIPPED = 'skipped';
export const FAILED = 'failed';
export const HIDDEN = 'not reported';
/** Beside the states of its tests. */
export const OUTSIDE = ', error outside any test';

const BODY = '() => {}';
const ASSERTS = `test('AC-1', (t) => t.pass());`;
const FAILS = `() => { throw new Error('no'); }`;
const FLIPS = `n += 1; if (n < 2) throw new Error('no');`;

/** A call of JavaScript, beside the honest one. */
const call = (code: string, gives: string, honest: string, body = BODY): Fact => ({
  code,
  gives,
  text: `${code}('AC-1', ${body});`,
  honest: `${honest}('AC-1', ${body === FAILS ? BODY : body});`,
});
const title = (code: string, text: string, honest = 'test'): Fact => ({
  code,
  gives: SKIPPED,
  text,
  honest: `${honest}('AC-1', ${BODY});`,
});
const parent = (code: string, gives: string, child: string): Fact =>
  call(code, gives, code.replace(/\.\w+$/, ''), `() => { ${child}('c', ${BODY}); }`);
const hook = (code: string, gives: string, child: string, suite: string): Fact => ({
  code,
  gives,
  text: `${suite}('AC-1', () => { ${code}(${FAILS}); ${child}('c', ${BODY}); });`,
  honest: `${suite}('AC-1', () => { ${code}(${BODY}); ${child}('c', ${BODY}); });`,
});
const flaky = (code: string, text: string, honest: string): Fact => ({ code, gives: FAILED, text, honest });

const ofJavaScript = (runner: RunnerName, ...words: readonly string[]) => ({
  runner,
  command: [`node_modules/.bin/${runner}`, ...words],
  nameFile: (name: string) => `${name}.test.js`,
});

export const STATES_OF_JAVASCRIPT: readonly RunnerStates[] = [
  {
    ...ofJavaScript('vitest', 'run'),
    prelude: `import { afterAll, beforeAll, describe, test } from 'vitest'; let n = 0;\n`,
    todo: [title('test.todo', `test.todo('AC-1');`), call('test.fails', SKIPPED, 'test', FAILS)],
    skip: [call('test.skip', SKIPPED, 'test')],
    nested: [
      parent('describe.skip', SKIPPED, 'test'),
      parent('describe.todo', SKIPPED, 'test'),
      { code: "describe.todo('a')", gives: HIDDEN, text: `describe.todo('AC-1');`, honest: `test('AC-1', ${BODY});` },
    ],
    hook: [
      hook('beforeAll', SKIPPED + OUTSIDE, 'test', 'describe'),
      hook('afterAll', PASSED + OUTSIDE, 'test', 'describe'),
    ],
    flaky: [flaky('retry', `test('AC-1', { retry: 2 }, () => { ${FLIPS} });`, `test('AC-1', { retry: 2 }, ${BODY});`)],
  },
  {
    ...ofJavaScript('jest'),
    prelude: 'let n = 0;\n',
    todo: [title('test.todo', `test.todo('AC-1');`)],
    skip: [call('test.skip', SKIPPED, 'test')],
    nested: [parent('describe.skip', SKIPPED, 'test')],
    hook: [
      hook('beforeAll', FAILED, 'test', 'describe'),
      { ...hook('afterAll', PASSED + OUTSIDE, 'test', 'describe'), isUnnamed: true },
    ],
    flaky: [
      flaky(
        'jest.retryTimes',
        `jest.retryTimes(2); test('AC-1', () => { ${FLIPS} });`,
        `jest.retryTimes(2); test('AC-1', ${BODY});`,
      ),
    ],
  },
  {
    ...ofJavaScript('mocha', '*.test.js'),
    prelude: 'let n = 0;\n',
    todo: [title("it('a')", `it('AC-1');`, 'it')],
    skip: [call('it.skip', SKIPPED, 'it'), call('this.skip', SKIPPED, 'it')].map((fact) => ({
      ...fact,
      text: fact.text.replace(`this.skip('AC-1', ${BODY})`, `it('AC-1', function () { this.skip(); })`),
    })),
    nested: [parent('describe.skip', SKIPPED, 'it')],
    hook: [hook('before', SKIPPED + OUTSIDE, 'it', 'describe'), hook('after', PASSED + OUTSIDE, 'it', 'describe')],
    flaky: [
      flaky(
        'this.retries',
        `it('AC-1', function () { this.retries(2); ${FLIPS} });`,
        `it('AC-1', function () { this.retries(2); });`,
      ),
    ],
  },
  {
    ...ofJavaScript('ava'),
    prelude: `const test = require('ava');\n`,
    todo: [
      { code: 'test.todo', gives: SKIPPED, text: `test.todo('AC-1');`, honest: ASSERTS },
      { code: 'test.failing', gives: SKIPPED, text: `test.failing('AC-1', (t) => t.fail());`, honest: ASSERTS },
    ],
    skip: [{ code: 'test.skip', gives: SKIPPED, text: `test.skip('AC-1', (t) => t.pass());`, honest: ASSERTS }],
    nested: [],
    hook: [
      {
        code: 'test.before',
        gives: SKIPPED + OUTSIDE,
        text: `test.before(${FAILS}); ${ASSERTS}`,
        honest: `test.before(${BODY}); ${ASSERTS}`,
      },
    ],
    flaky: [],
  },
  {
    ...ofJavaScript('playwright', 'test', '--retries=1'),
    prelude: `const { test } = require('@playwright/test');\n`,
    todo: [call('test.fixme', SKIPPED, 'test'), call('test.fail', SKIPPED, 'test', FAILS)],
    skip: [call('test.skip', SKIPPED, 'test')],
    nested: [
      parent('test.describe.skip', SKIPPED, 'test'),
      parent('test.describe.fixme', SKIPPED, 'test'),
      {
        code: 'test.step … test.fail()',
        gives: SKIPPED,
        text: `test('AC-1', async () => { await test.step('c', ${BODY}); test.fail(); throw new Error('no'); });`,
        honest: `test('AC-1', async () => { await test.step('c', ${BODY}); });`,
      },
      {
        code: 'test.step … test.skip()',
        gives: SKIPPED,
        text: `test('AC-1', async () => { await test.step('c', ${BODY}); test.skip(); });`,
        honest: `test('AC-1', async () => { await test.step('c', ${BODY}); });`,
      },
    ],
    hook: [
      hook('test.beforeAll', FAILED, 'test', 'test.describe'),
      hook('test.afterAll', FAILED, 'test', 'test.describe'),
    ],
    flaky: [
      flaky(
        '--retries',
        `test('AC-1', ({}, { retry }) => { if (retry < 1) throw new Error('no'); });`,
        `test('AC-1', ({}) => {});`,
      ),
    ],
  },
  {
    runner: 'node',
    command: ['node', '--test'],
    nameFile: (name) => `${name}.test.mjs`,
    prelude: `import { after, before, describe, it, test } from 'node:test';\n`,
    todo: [call('test.todo', SKIPPED, 'test', FAILS)],
    skip: [call('test.skip', SKIPPED, 'test')],
    nested: [
      parent('describe.skip', SKIPPED, 'it'),
      parent('describe.todo', 'passed and skipped', 'it'),
      {
        code: 't.test … t.todo()',
        gives: 'passed and skipped',
        text: `test('AC-1', async (t) => { await t.test('c', ${BODY}); t.todo(); });`,
        honest: `test('AC-1', async (t) => { await t.test('c', ${BODY}); });`,
      },
    ],
    hook: [hook('before', FAILED + OUTSIDE, 'it', 'describe'), hook('after', PASSED + OUTSIDE, 'it', 'describe')],
    flaky: [],
  },
];
