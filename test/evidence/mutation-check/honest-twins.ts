/**
 * Twenty honest pieces of work of different shapes. The mutation check may hold none, whatever its mutants do to them.
 */
import type { Files, MutatedProject } from './a-mutated-project.ts';

interface Twin extends MutatedProject {
  readonly name: string;
}

const JS = { 'package.json': '{ "type": "module" }\n' };
const PYTEST = { command: ['python3', '-m', 'pytest', '-q'], runner: 'pytest' } as const;
const PY = { 'pytest.ini': '[pytest]\npythonpath = .\n' };

const lines = (...text: readonly string[]): string => `${text.join('\n')}\n`;

/** A module and its tests, both new. */
const inNode = (name: string, module: string, imports: string, ...tests: readonly string[]): Twin => ({
  name,
  before: JS,
  after: {
    'src/it.js': module,
    'test/it.test.js': lines(
      "import { test } from 'node:test';",
      "import assert from 'node:assert/strict';",
      `import { ${imports} } from '../src/it.js';`,
      ...tests,
    ),
  },
});

const inPython = (name: string, module: string, test: string): Twin => ({
  name,
  before: PY,
  after: { 'it.py': module, 'test_it.py': test },
  suite: PYTEST,
});

/** The module before, with its tests, and after. */
const changed = (name: string, before: string, after: string, test: string, others: Files = {}): Twin => ({
  name,
  before: {
    ...JS,
    'src/it.js': before,
    'test/it.test.js': lines("import { test } from 'node:test';", "import assert from 'node:assert/strict';", test),
  },
  after: { 'src/it.js': after, ...others },
});

const ADD = "import { add } from '../src/it.js';\ntest('adds', () => assert.equal(add(2, 3), 5));";

export const TWINS: readonly Twin[] = [
  inNode(
    'a pure function',
    lines('export const add = (a, b) => a + b;'),
    'add',
    "test('adds', () => assert.equal(add(2, 3), 5));",
  ),
  inNode(
    'a class with state',
    lines(
      'export class Counter {',
      '  #count = 0;',
      '  increase(by = 1) {',
      '    this.#count += by;',
      '    return this;',
      '  }',
      '  get count() {',
      '    return this.#count;',
      '  }',
      '}',
    ),
    'Counter',
    "test('counts', () => assert.equal(new Counter().increase().increase(2).count, 3));",
  ),
  inNode(
    'an asynchronous function that reads a file',
    lines(
      "import { readFile } from 'node:fs/promises';",
      'export const countLines = async (path) => {',
      "  const text = await readFile(path, 'utf8');",
      "  return text.split('\\n').length - 1;",
      '};',
    ),
    'countLines',
    "test('counts', async () => assert.equal(await countLines(new URL('it.test.js', import.meta.url)), 4));",
  ),
  {
    name: 'a command line, asked by its output',
    before: JS,
    after: {
      'bin/greet.js': lines(
        "const [, , name = 'world'] = process.argv;",
        "if (name === '--help') process.stdout.write('greet NAME\\n');",
        'else process.stdout.write(`hello ${name}\\n`);',
      ),
      'test/greet.test.js': lines(
        "import { test } from 'node:test';",
        "import assert from 'node:assert/strict';",
        "import { spawnSync } from 'node:child_process';",
        "const greet = (...words) => spawnSync(process.execPath, ['bin/greet.js', ...words], { encoding: 'utf8' }).stdout;",
        "test('greets', () => assert.equal(greet('ada'), 'hello ada\\n'));",
        "test('greets all', () => assert.equal(greet(), 'hello world\\n'));",
        "test('helps', () => assert.equal(greet('--help'), 'greet NAME\\n'));",
      ),
    },
  },
  inNode(
    'a table of data',
    lines("export const CAPITALS = { france: 'Paris', italy: 'Rome', spain: 'Madrid', norway: 'Oslo' };"),
    'CAPITALS',
    "test('knows', () => assert.deepEqual(CAPITALS, { france: 'Paris', italy: 'Rome', spain: 'Madrid', norway: 'Oslo' }));",
  ),
  inNode(
    'a regular expression',
    lines('export const isDate = (text) => /^\\d{4}-\\d{2}-\\d{2}$/.test(text);'),
    'isDate',
    "test('tells dates', () => assert.deepEqual(['2026-01-02', 'today'].map(isDate), [true, false]));",
  ),
  inNode(
    'code that throws',
    lines(
      'export const positive = (n) => {',
      "  if (n <= 0) throw new RangeError('must be above 0');",
      '  return n;',
      '};',
    ),
    'positive',
    "test('takes 1', () => assert.equal(positive(1), 1));",
    "test('refuses 0', () => assert.throws(() => positive(0), RangeError));",
  ),
  inNode(
    'a generator',
    lines('export function* upTo(n) {', '  for (let i = 1; i <= n; i += 1) yield i * i;', '}'),
    'upTo',
    "test('squares', () => assert.deepEqual([...upTo(3)], [1, 4, 9]));",
  ),
  inNode(
    'a little that is tested among much that is logged',
    lines(
      'export const double = (n) => {',
      "  console.log('doubling', n, 1 + 1);",
      "  console.debug('still doubling', n > 2);",
      '  return n * 2;',
      '};',
    ),
    'double',
    "test('doubles', () => assert.equal(double(4), 8));",
  ),
  changed(
    'one line of code that was there',
    lines('export const add = (a, b) => a + b + 0;'),
    lines('export const add = (a, b) => b + a;'),
    ADD,
  ),
  changed(
    'a refactoring that renames and extracts',
    lines('export const add = (a, b) => a + b;'),
    lines(
      'const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);',
      'export const add = (one, other) => sum([one, other]);',
    ),
    ADD,
  ),
  changed(
    'comments only',
    lines('export const add = (a, b) => a + b;'),
    lines('/** Adds: 1 + 1 === 2. */', 'export const add = (a, b) => a + b;'),
    ADD,
  ),
  changed(
    'documents only',
    lines('export const add = (a, b) => a + b;'),
    lines('export const add = (a, b) => a + b;'),
    ADD,
    {
      'README.md': '# Adding\n\nIt adds 1 + 1.\n',
    },
  ),
  changed(
    'settings only',
    lines('export const add = (a, b) => a + b;'),
    lines('export const add = (a, b) => a + b;'),
    ADD,
    {
      'tool.config.js': 'export default { level: 1 + 1, strict: true, mode: "on" };\n',
      'settings.json': '{ "on": true }\n',
    },
  ),
  changed(
    'tests only',
    lines('export const add = (a, b) => a + b;'),
    lines('export const add = (a, b) => a + b;'),
    ADD,
    {
      'test/more.test.js': lines("import { test } from 'node:test';", "import assert from 'node:assert/strict';", ADD),
    },
  ),
  changed(
    'code taken out',
    lines('export const add = (a, b) => a + b;', 'export const unused = () => 1 + 1;'),
    lines('export const add = (a, b) => a + b;'),
    ADD,
  ),
  {
    name: 'types only (TypeScript)',
    before: {
      ...JS,
      'src/it.ts': 'export const add = (a, b) => a + b;\n',
      'test/it.test.js': lines("import { test } from 'node:test';", "test('is there', () => {});"),
    },
    after: {
      'src/types.ts': 'export type Sum = (a: number, b: number) => 1 | 2 | 3;\nexport interface Point { x: 0; y: 0 }\n',
    },
  },
  inPython(
    'a function with branches (Python)',
    lines(
      'def grade(points):',
      '    if points >= 90:',
      '        return "A"',
      '    if points >= 50 and points < 90:',
      '        return "B"',
      '    return "C"',
    ),
    lines(
      'import pytest',
      'from it import grade',
      '',
      '@pytest.mark.parametrize("points,wanted", [(95, "A"), (60, "B"), (10, "C"), (90, "A"), (50, "B")])',
      'def test_grade(points, wanted):',
      '    assert grade(points) == wanted',
    ),
  ),
  inPython(
    'a class that keeps an account (Python)',
    lines(
      'class Account:',
      '    def __init__(self):',
      '        self.balance = 0',
      '',
      '    def pay_in(self, amount):',
      '        if amount <= 0:',
      '            raise ValueError("too little")',
      '        self.balance += amount',
      '        return self.balance',
    ),
    lines(
      'import pytest',
      'from it import Account',
      '',
      'def test_pays_in():',
      '    account = Account()',
      '    assert account.pay_in(5) == 5',
      '    assert account.pay_in(2) == 7',
      '',
      'def test_refuses_nothing():',
      '    with pytest.raises(ValueError):',
      '        Account().pay_in(0)',
    ),
  ),
  {
    name: 'a package of a workspace that another one imports by its name',
    before: {
      'package.json': '{ "private": true, "workspaces": ["packages/*"] }\n',
      '.gitignore': 'node_modules/\n',
      'packages/app/package.json': '{ "name": "app", "type": "module" }\n',
      'packages/sum/package.json': '{ "name": "sum", "type": "module", "main": "sum.js" }\n',
    },
    links: { 'node_modules/sum': '../packages/sum' },
    after: {
      'packages/sum/sum.js': lines('export const add = (a, b) => a + b;'),
      'packages/app/app.test.js': lines(
        "import { test } from 'node:test';",
        "import assert from 'node:assert/strict';",
        "import { add } from 'sum';",
        "test('adds', () => assert.equal(add(2, 3), 5));",
      ),
    },
  },
];
