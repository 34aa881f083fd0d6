import { describe, expect, test } from 'vitest';
import { hasGit } from '../evidence/a-repository.ts';
import { canRun, whySkipped } from '../runners/find-tool.ts';
import { COMMAND as PYTEST, hasPytest } from '../runners/pytest-project.ts';
import { pickSome, SEED } from '../pick-some.ts';
import { type Change, proveOf, shortly } from './a-history.ts';

const hasGo = canRun('go', 'version');

interface History {
  readonly title: string;
  /** Whether its program is here. */
  readonly isThere: boolean;
  readonly program: string;
  readonly change: Change;
  readonly fail_to_pass: readonly string[];
  readonly pass_to_pass: readonly string[];
  /** Notes on it. */
  readonly notes: readonly RegExp[];
}

/** Vitest: a cart that forgot the shipping, fixed, in a folder with sources and tests apart. */
const CART: History = {
  title: 'a mended cart, with its test in a file that was there (vitest)',
  isThere: true,
  program: 'vitest',
  change: {
    before: {
      'package.json': '{ "type": "module", "scripts": { "test": "vitest run" } }',
      'src/cart.ts': 'export const total = (items: readonly number[]): number => items.reduce((a, b) => a + b, 0);\n',
      'tests/cart.test.ts': `import { expect, test } from 'vitest';
import { total } from '../src/cart.ts';
test('an empty cart costs nothing', () => expect(total([])).toBe(0));\n`,
    },
    after: {
      'src/cart.ts': `export const total = (items: readonly number[]): number =>
  items.reduce((a, b) => a + b, 0) + (items.length > 0 ? 4 : 0);\n`,
      'tests/cart.test.ts': `import { expect, test } from 'vitest';
import { total } from '../src/cart.ts';
test('an empty cart costs nothing', () => expect(total([])).toBe(0));
test('goods are shipped for 4', () => expect(total([1])).toBe(5));\n`,
    },
    command: 'npm test',
  },
  fail_to_pass: ['tests/cart.test.ts > goods are shipped for 4'],
  pass_to_pass: ['tests/cart.test.ts > an empty cart costs nothing'],
  notes: [/^The checkout used the dependencies of the workspace: node_modules\./],
};

/** node:test in CommonJS: a parser that gets a second module, which its new test imports. */
const PARSER: History = {
  title: 'a parser split in two, whose new test cannot load before (node:test)',
  isThere: true,
  program: 'node',
  change: {
    before: {
      'lib/parse.cjs': "exports.parse = (text) => text.split(',').map(Number);\n",
      'test/parse.test.cjs': `const { test } = require('node:test');
const assert = require('node:assert/strict');
const { parse } = require('../lib/parse.cjs');
test('reads numbers', () => assert.deepEqual(parse('1,2'), [1, 2]));\n`,
    },
    after: {
      'lib/parse.cjs':
        "const { trim } = require('./trim.cjs');\nexports.parse = (text) => trim(text).split(',').map(Number);\n",
      'lib/trim.cjs': "exports.trim = (text) => text.replace(/;$/, '');\n",
      'test/trim.test.cjs': `const { test } = require('node:test');
const assert = require('node:assert/strict');
const { trim } = require('../lib/trim.cjs');
test('takes the last semicolon away', () => assert.equal(trim('1;'), '1'));\n`,
    },
    command: 'node --test',
  },
  fail_to_pass: ['test/trim.test.cjs > takes the last semicolon away'],
  pass_to_pass: ['test/parse.test.cjs > reads numbers'],
  notes: [/^These do not load without the change, instead of failing: test\/trim\.test\.cjs/],
};

/** pytest: a package with a bug report; one old test was red and stays so. */
const SLUG: History = {
  title: 'a bug of a package mended, beside a test that was red before (pytest)',
  isThere: hasPytest,
  program: 'python3 -m pytest',
  change: {
    before: {
      'slug/__init__.py': 'def slug(text):\n    return text.replace(" ", "-")\n\n\ndef width(text):\n    return 0\n',
      'tests/test_slug.py':
        'from slug import slug, width\n\n\ndef test_blanks():\n    assert slug("a b") == "a-b"\n\n\ndef test_width():\n    assert width("a") == 1\n',
    },
    after: {
      'slug/__init__.py':
        'def slug(text):\n    return text.lower().replace(" ", "-")\n\n\ndef width(text):\n    return 0\n',
      'tests/test_capitals.py': 'from slug import slug\n\n\ndef test_capitals():\n    assert slug("A b") == "a-b"\n',
    },
    command: PYTEST.join(' '),
  },
  fail_to_pass: ['tests/test_capitals.py > test_capitals'],
  pass_to_pass: ['tests/test_slug.py > test_blanks'],
  notes: [
    /^These failed before the change and do not pass with it, so they are excluded: tests\/test_slug\.py > test_width\.$/,
  ],
};

/** go: a function that did not compile into the old tests. */
const QUEUE: History = {
  title: 'a function that the old code does not have, so that nothing compiles before (go test)',
  isThere: hasGo,
  program: 'go',
  change: {
    before: {
      'go.mod': 'module example.com/queue\n\ngo 1.19\n',
      'queue.go': 'package queue\n\nfunc Push(q []int, n int) []int { return append(q, n) }\n',
      'queue_test.go':
        'package queue\n\nimport "testing"\n\nfunc TestPush(t *testing.T) {\n\tif len(Push(nil, 1)) != 1 {\n\t\tt.Fatal("not pushed")\n\t}\n}\n',
    },
    after: {
      'pop.go': 'package queue\n\nfunc Pop(q []int) []int { return q[1:] }\n',
      'pop_test.go':
        'package queue\n\nimport "testing"\n\nfunc TestPop(t *testing.T) {\n\tif len(Pop([]int{1, 2})) != 1 {\n\t\tt.Fatal("not popped")\n\t}\n}\n',
    },
    command: 'go test ./...',
  },
  fail_to_pass: ['pop_test.go > TestPop'],
  pass_to_pass: ['queue_test.go > TestPush'],
  notes: [/^These do not load without the change, instead of failing: pop_test\.go > TestPop/],
};

/** TAP from a script of one's own, in a subfolder of the repository. */
const CHECKS: History = {
  title: 'checks of a shell script, which print TAP (tap)',
  isThere: true,
  program: 'sh',
  change: {
    before: {
      'greet.sh': 'echo "hello"\n',
      'test/greet.t':
        'echo "1..1"\nif [ "$(sh greet.sh)" = "hello" ]; then echo "ok 1 - greets"; else echo "not ok 1 - greets"; fi\n',
    },
    after: {
      'greet.sh': 'echo "hello${1:+ $1}"\n',
      'test/greet.t':
        'echo "1..2"\nif [ "$(sh greet.sh)" = "hello" ]; then echo "ok 1 - greets"; else echo "not ok 1 - greets"; fi\nif [ "$(sh greet.sh Ann)" = "hello Ann" ]; then echo "ok 2 - greets by name"; else echo "not ok 2 - greets by name"; fi\n',
    },
    command: 'sh test/greet.t',
    runner: 'tap',
  },
  fail_to_pass: [' > greets by name'],
  pass_to_pass: [' > greets'],
  notes: [],
};

const HISTORIES: readonly History[] = [CART, PARSER, SLUG, QUEUE, CHECKS];

describe.skipIf(!hasGit)(`histories that dualgate did not make (needs git; ${SEED})`, { timeout: 180_000 }, () => {
  for (const history of pickSome(HISTORIES, ({ title }) => title, 6)) {
    const { title, isThere, program, change, fail_to_pass, pass_to_pass, notes } = history;
    test.skipIf(!isThere)(`${title}: proven${whySkipped(isThere, program)}`, async () => {
      const proof = await proveOf(change);
      expect(shortly(proof)).toEqual({
        holds: true,
        claims: { 'fail-to-pass': [], 'pass-to-pass': [], 'whole-suite': [] },
        tests: { fail_to_pass, pass_to_pass, failed: [] },
      });
      for (const note of notes) expect(proof.notes).toContainEqual(expect.stringMatching(note));
    });

    test.skipIf(!isThere)(`${title}: not proven without its code${whySkipped(isThere, program)}`, async () => {
      const tests = Object.entries(change.after).filter(([path]) => /test/.test(path));
      const { holds, claims } = shortly(await proveOf({ ...change, after: Object.fromEntries(tests) }));
      expect(holds).toBe(false);
      expect(claims['fail-to-pass']).toContain(
        'no test fails without the change and passes with it: nothing shows its purpose',
      );
    });
  }
});
