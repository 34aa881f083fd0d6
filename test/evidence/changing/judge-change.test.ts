import { describe, expect, test } from 'vitest';
import { judgeBefore, judgeFiles, judgeResult, judgeTexts } from '../../../src/evidence/changing/judge-change.ts';
import { aTestRun } from '../../runners/a-test-run.ts';

const RUBY = `require "context"

RSpec.describe Context do
  describe "#called" do
    it "is empty by default" do
      expect(context.called).to eq([])
    end

    it "grows" do
      expect(context.called.size).to eq(1)
    end
  end
end
`;
const EMPTY = 'spec/context_spec.rb > Context > #called > is empty by default';
const JS = `import test from 'node:test';
import { list } from '../list.js';

test('returns [] for nothing', () => {
  assert.deepEqual(list(), []);
});

test('is small', () => {
  assert.ok(list().length < 3);
});
`;
const NOTHING = 'list.test.js > returns [] for nothing';
const SMALL = 'list.test.js > is small';
const PYTHON = `import pytest
from lists import nothing


def test_nothing():
    assert nothing() == []


def test_small():
    assert len(nothing()) < 3
`;
const PY = 'test_lists.py > test_nothing';

const judge = (
  before: string,
  after: string | null,
  changed: readonly [string, 'edited' | 'removed'][],
  fresh: readonly string[] = [],
) => {
  const file = changed[0]?.[0].split(' > ')[0] ?? '';
  const earlier = file === 'list.test.js' ? [NOTHING, SMALL] : [];
  return judgeTexts({ file, before, after, changed: changed.map(([test, what]) => ({ test, what })), earlier, fresh });
};

describe('the text of a file with a changed test', () => {
  test.each([
    ['RSpec', RUBY, RUBY.replace('eq([])', 'be_nil'), EMPTY],
    ['JavaScript', JS, JS.replace(', []', ', null'), NOTHING],
    ['Python', PYTHON, PYTHON.replace('== []', 'is None'), PY],
  ])('counts with an edit inside of that test alone (%s)', async (_, before, after, id) => {
    expect(await judge(before, after, [[id, 'edited']])).toEqual({ text: after });
  });

  test('may have new tests beside it, which are not there on the code from before', async () => {
    const edited = RUBY.replace('eq([])', 'be_nil');
    const after = edited.replace(
      '    it "grows"',
      '    it "AC-2: is new" do\n      expect(1).to eq(2)\n    end\n\n    it "grows"',
    );
    const fresh = ['spec/context_spec.rb > Context #called > AC-2: is new'];
    expect(await judge(RUBY, after, [[EMPTY, 'edited']], fresh)).toEqual({
      text: edited,
    });
    const more = JS.replace('{ list }', '{ list, more }').replace(', []', ', null');
    const added = `${more}\ntest('AC-2: more', () => assert.ok(more()));\n`;
    expect(await judge(JS, added, [[NOTHING, 'edited']], ['list.test.js > AC-2: more'])).toEqual({
      text: JS.replace(', []', ', null'),
    });
  });

  test('counts without a removed test, with another in its place', async () => {
    const without = JS.replace(/test\('returns[^]*?\n}\);\n\n/, '');
    const renamed = JS.replace('returns [] for nothing', 'AC-1: returns null').replace(', []', ', null');
    expect(await judge(JS, renamed, [[NOTHING, 'removed']], ['list.test.js > AC-1: returns null'])).toEqual({
      text: without.replace("'../list.js';\n\n", "'../list.js';\n\n\n"),
    });
    expect(
      await judge(JS, null, [
        [NOTHING, 'removed'],
        [SMALL, 'removed'],
      ]),
    ).toEqual({ text: null });
  });

  test.each([
    ['another test is edited', JS.replace(', []', ', null').replace('< 3', '< 300'), 'edited'],
    ['another test is removed', JS.replace(', []', ', null').replace(/test\('is small[^]*$/, ''), 'edited'],
    [
      'a helper is added',
      JS.replace(', []', ', null').replace("\ntest('is", "\nassert.ok = () => {};\ntest('is"),
      'edited',
    ],
    ['the file is gone', null, 'removed'],
    ['its name is changed', JS.replace('for nothing', 'for all'), 'edited'],
  ] as const)('does not count when %s', async (_, after, what) => {
    expect(await judge(JS, after, [[NOTHING, what]])).toEqual({ why: expect.any(String) });
  });
});

const GO = `var cases = []struct{ name, word, want string }{
	{
		name: "is quiet",
		word: "NO",
		want: "no",
	},
	{name: "keeps a mark", word: "No!", want: "no!"},
}
`;
const EACH =
  "test.each([['NO', 'no'], ['A', 'a']])('whispers %s', (word, wanted) => expect(whisper(word)).toBe(wanted));\n";
const PARAMETERS = `@pytest.mark.parametrize("word, wanted", [("NO", "no"), pytest.param("A", "a", id="short")])
def test_whisper(word, wanted):
    assert whisper(word) == wanted
`;
const NAMED_BY_WORD = `@pytest.mark.parametrize("word", ["NO", "A"])
def test_whisper(word):
    assert whisper(word) == word.lower()
`;

describe('a row of a table', () => {
  const judgeRow = (
    file: string,
    [before, after]: readonly [string, string],
    [test, ...others]: readonly string[],
    what: 'edited' | 'removed' = 'edited',
    fresh: readonly string[] = [],
  ) => {
    const idOf = (name: string): string => `${file} > ${name}`;
    return judgeTexts({
      file,
      before,
      after,
      changed: [{ test: idOf(test ?? ''), what }],
      earlier: [test ?? '', ...others].map(idOf),
      fresh: fresh.map(idOf),
    });
  };

  const edits: readonly (readonly [
    title: string,
    file: string,
    before: string,
    after: string,
    tests: readonly string[],
  ])[] = [
    [
      'on several lines',
      'a_test.go',
      GO,
      GO.replace('"no",\n', '"no.",\n'),
      ['TestA > is_quiet', 'TestA > keeps_a_mark'],
    ],
    ['on one line', 'a_test.go', GO, GO.replace('"no!"', '"no."'), ['TestA > keeps_a_mark', 'TestA > is_quiet']],
    [
      'beside others, whose value is in the name',
      'a.test.js',
      EACH,
      EACH.replace("'no'", "'no.'"),
      ['whispers NO', 'whispers A'],
    ],
    [
      'with an id',
      'test_a.py',
      PARAMETERS,
      PARAMETERS.replace('"a"', '"a."'),
      ['test_whisper[short]', 'test_whisper[NO-no]'],
    ],
  ];
  test.each(edits)('may be edited %s, and no other one', async (_, file, before, after, tests) => {
    expect(await judgeRow(file, [before, after], tests)).toEqual({ text: after });
    const [, other = ''] = tests;
    expect(await judgeRow(file, [before, after], [other, ...tests.slice(0, 1)])).toEqual({
      why: `is not all that was changed in ${file}, beside new tests`,
    });
  });

  test('may get another name in its place, with the criterion', async () => {
    const after = PARAMETERS.replace('("NO", "no")', 'pytest.param("NO", "no.", id="AC-1")');
    const tests = ['test_whisper[NO-no]', 'test_whisper[short]'];
    expect(await judgeRow('test_a.py', [PARAMETERS, after], tests, 'removed', ['test_whisper[AC-1]'])).toEqual({
      text: PARAMETERS.replace('("NO", "no"), ', ''),
    });
  });

  test.each([
    ['the code of all rows is edited', PARAMETERS, 'whisper(word) == wanted', 'wanted'],
    ['the table is cut short', PARAMETERS, '("NO", "no"), ', ''],
  ])('does not count when %s', async (_, before, found, by) => {
    const after = before.replace('"a"', '"a."').replace(found, by);
    expect(await judgeRow('test_a.py', [before, after], ['test_whisper[short]', 'test_whisper[NO-no]'])).toEqual({
      why: 'is not all that was changed in test_a.py, beside new tests',
    });
  });

  test('does not count when another test has the same place', async () => {
    const after = NAMED_BY_WORD.replace('== word.lower()', '!= "no"');
    expect(await judgeRow('test_a.py', [NAMED_BY_WORD, after], ['test_whisper[NO]', 'test_whisper[A]'])).toEqual({
      why: 'has no place of its own in test_a.py, but one with "test_a.py > test_whisper[A]": leave it, or remove it and write a new test of the criterion',
    });
    const two = EACH + EACH.replace('whispers %s', 'hushes %s').replace("[['NO', 'no'], ['A', 'a']]", 'WORDS');
    const shared = `const WORDS = [['NO', 'no'], ['A', 'a']];\n${two.replace("[['NO', 'no'], ['A', 'a']]", 'WORDS')}`;
    expect(
      await judgeRow(
        'a.test.js',
        [shared, shared.replace("'no'", "'no.'")],
        ['whispers NO', 'whispers A', 'hushes NO'],
      ),
    ).toEqual({ why: expect.stringContaining('but one with "a.test.js > hushes NO"') });
  });
});

const DASH = `test('-', () => {
  assert.equal(parse('-'), '-');
});

test('is other', () => {
  assert.equal(parse('+'), '-');
});
`;
test.each([
  ["parse('-'), ''", "'-'), '-'", true],
  ["parse('+'), ''", "'+'), '-'", false],
])('a test has its place by its call, where its code has the text of its name: %s', async (to, from, isOwn) => {
  const judged = await judge(DASH, DASH.replace(`parse(${from}`, to), [['dash.test.js > -', 'edited']]);
  expect('text' in judged).toBe(isOwn);
});

test.each([
  ['counts beside a test that is skipped, as before', (text: string) => text, { written: true }],
  [
    'does not count when a test that is skipped is edited too',
    (text: string) => text.replace('length < 9', 'length < 10'),
    { why: 'is not all that was changed in list.test.js, beside new tests' },
  ],
])('a changed test %s', async (_what, edit, outcome) => {
  const before = `${JS}\ntest.skip('is short', () => {\n  assert.ok(list().length < 9);\n});\n`;
  const after = edit(before.replace(', []', ', null'));
  const judged = await judgeFiles({
    texts: new Map([['list.test.js', { before, after }]]),
    changed: [{ test: NOTHING, file: 'list.test.js', because: 'AC-1', by: 'agent', what: 'edited' }],
    earlier: [NOTHING, SMALL],
    run: aTestRun([
      { file: 'list.test.js', name: 'returns [] for nothing', state: 'failed' },
      { file: 'list.test.js', name: 'is small', state: 'passed' },
      { file: 'list.test.js', name: 'is short', state: 'skipped' },
    ]),
  });
  expect('why' in judged ? { why: judged.why } : { written: judged.written.get('list.test.js') === after }).toEqual(
    outcome,
  );
});

describe('the results with a changed test', () => {
  type Result = readonly [id: string, state: 'passed' | 'failed' | 'skipped'];
  const run = (...tests: readonly Result[]) =>
    aTestRun(
      tests.map(([id, state]) => {
        const [file = '', name = ''] = id.split(' > ');
        return { file, name, state };
      }),
    );
  const edited = { test: NOTHING, because: 'AC-1', what: 'edited' } as const;
  const removed = { ...edited, what: 'removed' } as const;
  const NEW = 'list.test.js > AC-1: returns null';

  test('an edited test fails before there is code, a removed one has a new test of its criterion that fails', () => {
    expect(judgeResult(edited, [edited], [NOTHING], run([NOTHING, 'failed']))).toBeNull();
    expect(judgeResult(edited, [edited], [NOTHING], run([NOTHING, 'passed']))).toMatch(
      /^it passed before there is code for it/,
    );
    expect(judgeResult(edited, [edited], [NOTHING], run([NOTHING, 'skipped']))).toMatch(/^it is skipped/);
    expect(judgeResult(removed, [removed], [NOTHING], run([NEW, 'failed']))).toBeNull();
    expect(judgeResult(removed, [removed], [NOTHING], run([NEW, 'passed']))).toMatch(
      /no new test of AC-1 fails in its place$/,
    );
    expect(judgeResult(removed, [removed], [NOTHING], run([SMALL, 'failed']))).toMatch(/no new test of AC-1 fails/);
    expect(judgeResult(removed, [removed], [NOTHING, NEW], run([NEW, 'failed']))).toMatch(/no new test of AC-1 fails/);
  });

  test('each removed test needs a new test of its own, and two of one criterion two', () => {
    const other = { ...removed, test: SMALL };
    const both = [removed, other];
    const ofBoth = (...tests: readonly Result[]) => judgeResult(other, both, [NOTHING, SMALL], run(...tests));
    expect(ofBoth([NEW, 'failed'])).toBe('it is removed, and only 1 new test of AC-1 fails in the place of 2');
    expect(ofBoth([NEW, 'failed'], [`${NEW} too`, 'failed'])).toBeNull();
    const ofOther = { ...other, because: 'AC-2' };
    expect(judgeResult(removed, [removed, ofOther], [NOTHING, SMALL], run([NEW, 'failed']))).toBeNull();
  });

  test('on the code from before, an edited test fails and every other earlier test passes', () => {
    const judgeThere = (...tests: readonly Result[]) => judgeBefore([edited], [NOTHING, SMALL], run(...tests));
    expect(judgeThere([NOTHING, 'failed'], [SMALL, 'passed'])).toBeNull();
    expect(judgeThere([NOTHING, 'passed'], [SMALL, 'passed'])).toMatch(/returns \[\] for nothing" passed on the code/);
    expect(judgeThere([NOTHING, 'failed'], [SMALL, 'failed'])).toMatch(/is small" failed on the code from before/);
    expect(judgeThere([NOTHING, 'failed'])).toMatch(/is small" is missing on the code/);
    expect(judgeBefore([removed], [NOTHING, SMALL], run([SMALL, 'passed']))).toBeNull();
    const unloaded = { ...run([SMALL, 'passed']), load_failures: [{ file: 'list.test.js', message: 'no' }] };
    expect(judgeBefore([removed], [NOTHING, SMALL], unloaded)).toMatch(/list.test.js does not load/);
    expect(judgeBefore([removed], [SMALL], { ...run([SMALL, 'passed']), report_complete: false })).toMatch(
      /no complete/,
    );
  });
});
