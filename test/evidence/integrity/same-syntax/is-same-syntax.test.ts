import { describe, expect, test } from 'vitest';
import { isSameSyntax } from '../../../../src/evidence/integrity/same-syntax/is-same-syntax.ts';

/** In two words: vitest looks for it in this text, too. */
const ENVIRONMENT = ['@jest', 'environment'].join('-');

type Row = readonly [before: string, after: string, path?: string];

const expectEach = (rows: Readonly<Record<string, Row>>, isSame: boolean, path: string): void => {
  test.each(Object.entries(rows))('%s', async (_, [before, after, named = path]) => {
    expect(await isSameSyntax(named, before, after)).toBe(isSame);
    // The one who formats may be the one who unformats.
    expect(await isSameSyntax(named, after, before)).toBe(isSame);
  });
};

const TEST = `import { test } from 'node:test'
import {equal} from "node:assert/strict"
// AC-1
test('it\\'s loud', ()=>{
  const words = [ 'a', 'b' ]
  for (const word of words) equal(word , \`\${ word }\`); // twice
})
`;
const PRETTY = `import { test } from "node:test";
import { equal } from "node:assert/strict";

// AC-1
test("it's loud", () => {
    const words = [
        "a",
        "b",
    ];
    for (const word of words)
        equal(word, \`\${word}\`); // twice
});
`;

describe('scripts that are the same', () => {
  expectEach(
    {
      'quotes, semicolons, trailing commas and lines, as formatters write them': [TEST, PRETTY],
      'in TypeScript too': [
        `${TEST}const a: A<B> = <T,>(b: T) => b;`,
        `${PRETTY}const a: A< B > = <T,>(b : T) =>\n  b\n`,
        'a.test.ts',
      ],
      'a script that is no module': ['const a = require("a")\nreturn a', "const a = require('a');\nreturn a;\n"],
      'parentheses that the tree does not need': ['a => a + (b * c)', '(a) => a + b * c;'],
      'empty statements': ['function a() {};\n;[b].c()', 'function a() {}\n[b].c();\n'],
      'elements on lines of their own': [
        'a = <p><b c="d"/></p>',
        "a = (\n  <p>\n    <b c='d' />\n  </p>\n);\n",
        'a.test.tsx',
      ],
      'the indentation of a comment': ['{\n/* a\n * b */\nc()\n}', '{\n  /* a\n   * b */\n  c();\n}'],
      'other ends of lines': ['// a\na();\nb();\n', '// a\r\na();\r\nb();\r\n'],
    },
    true,
    'a.test.js',
  );
});

describe('scripts that are not the same', () => {
  expectEach(
    {
      'blanks in a string': ["a('b c')", "a('b  c')"],
      'blanks in a template': ['a(`b\n  c`)', 'a(`b\n    c`)'],
      'blanks in a regular expression': ['a(/b c/)', 'a(/b  c/)'],
      'a division that becomes a regular expression': ['a\n/b/c', 'a;\n/b/c'],
      'text of an element': ['a = <b>c d</b>', 'a = <b>c  d</b>', 'a.jsx'],
      'a blank between elements on one line': ['a = <b><c/> <d/></b>', 'a = <b><c/><d/></b>', 'a.jsx'],
      'the way a number is written': ['a(0x10)', 'a(16)'],
      'an escape in a string': [String.raw`a('\u0062')`, "a('b')"],
      'an escape in a name': [String.raw`\u0061()`, 'a()'],
      'a line break after return': ['() => {\n  return a\n}', '() => {\n  return\n  a\n}'],
      'a line break before ++': ['a\n++b', 'a++\nb'],
      'a line that begins with a parenthesis': ['a;\n(b)', 'a\n(b)'],
      'a line that begins with a bracket': ['a;\n[b]', 'a\n[b]'],
      'a comment that became code': ['// a()\nb()', 'a()\nb()'],
      'code that became a comment': ['a()\nb()', '// a()\nb()'],
      'a lost comment': [`// ${ENVIRONMENT} jsdom\na()`, 'a()'],
      'a changed comment': [`/** ${ENVIRONMENT} jsdom */\na()`, `/** ${ENVIRONMENT} node */\na()`],
      'a comment at another place': ['// @ts-nocheck\na();\nb()', 'a();\n// @ts-nocheck\nb()'],
      'a comment that leaves its line': ['a(); // eslint-disable-line', 'a();\n// eslint-disable-line'],
      'a suppression that covers more': ['// @ts-ignore\na();\nb();', '// @ts-ignore\na(); b();'],
      'a suppression that covers less': ['// @ts-expect-error\na(b, c);', '// @ts-expect-error\na(\n  b,\n  c,\n);'],
      'a cast of a comment': ['a = /** @type {b} */ (c)', 'a = /** @type {b} */ c'],
      'an old comment of HTML': ['a <!--b\nc', 'a < ! --b\nc'],
      'an old comment of HTML that moves': ['a\n<!--b', 'a <!--b'],
      'a zero-width blank': ['a( b)', 'a(\u200b b)'],
      'a blank that is no plain one': ['a( b)', 'a(\u00a0b)'],
      'an odd end of a line': ['// a\n// b\nc()', '// a\u2028// b\nc()'],
      'a directive': ["'use strict';\na()", "('use strict');\na()"],
      'the name of a function': ['(a) = () => {}', 'a = () => {}'],
      'a call of a mock that no tool finds': ["vi.mock('a')", "(vi.mock)('a')"],
      'a path that no tool finds': ["require('a')", "require(('a'))"],
      'a declaration that is not hoisted': ['export default function () {}', 'export default (function () {})'],
      'types of another dialect': ['a<b>(c)', 'a<b>c'],
      'a file of another parser': ['// @flow\na( b)', '// @flow\na(b)'],
      'one changed token in a new format': [TEST, PRETTY.replace('equal(word, ', 'equal(words, ')],
      'an argument less': ['a(b, c,)', 'a(b)'],
      'a hole in a list': ['[a,]', '[a,,]'],
      'the order of imports': ["import 'a'\nimport 'b'", "import 'b'\nimport 'a'"],
      'a first line for the system': ['#!/usr/bin/env node\na()', '#!/usr/bin/env  node\na()'],
      'a text that is no script': ['a b', 'a  b'],
      'an await in a script': ['await\na', 'await a'],
    },
    false,
    'a.test.js',
  );
});

const GO = `package a

import "testing"

// A test.
func TestA(t *testing.T) {
\tif got := A(1, "b c"); got != 'x' { // why
\t\tt.Fatal(got)
\t}
}
`;

describe('Go', () => {
  expectEach(
    {
      'blanks, indentation and blank lines': [
        GO,
        GO.replaceAll('\t', '  ')
          .replace(':= ', ':=')
          .replace('(1, "b c")', '( 1,"b c" )')
          .replace('import', '\n\nimport'),
      ],
      'a block on lines of its own': ['func a() { if b { c() } }', 'func a() {\n\tif b {\n\t\tc()\n\t}\n}\n'],
    },
    true,
    'a_test.go',
  );
});

describe('Go that is not the same', () => {
  expectEach(
    {
      'blanks in a string': [GO, GO.replace('b c', 'b  c')],
      'blanks in a raw string': ['a(`b\n\tc`)', 'a(`b\n  c`)'],
      'a line break after return': ['func a() int {\n\treturn b\n}', 'func a() int {\n\treturn\n\tb\n}'],
      'a line break in a condition': ['if a; b {}', 'if a\nb {}x'],
      'a directive that is lost': [`//go:build linux\n\n${GO}`, GO],
      'a directive that is prose': [`//go:build linux\n\n${GO}`, `// go:build linux\n\n${GO}`],
      'a directive that is not at the margin': [`//go:build linux\n\n${GO}`, ` //go:build linux\n\n${GO}`],
      'a constraint with no blank line after it': [`// +build linux\n\n${GO}`, `// +build linux\n${GO}`],
      'the lines of an expected output': ['a()\n// Output:\n// b\n// c\n', 'a()\n// Output:\n// b\n\n// c\n'],
      'an operator in two': ['a <- b', 'a < - b'],
      'a name in two': ['ab := c', 'a b := c'],
      'a comment that became code': ['// a()\nb()', 'a()\nb()'],
      'a comment without an end': ['a() /* b', 'a()  /* b'],
      'one changed token': [GO, GO.replace('!=', '==').replaceAll('\t', ' ')],
    },
    false,
    'a_test.go',
  );
});

const PYTHON = `import a
def test_b():
    """Text

    of b."""
    assert a.b('c  # d') == f"{a.c['e']}"  # why
`;

describe('Python', () => {
  expectEach(
    {
      'blank lines, and blanks at the ends of lines': [
        PYTHON,
        PYTHON.replace('import a\n', 'import a  \n\n\n').replace('# why', '# why\t'),
      ],
    },
    true,
    'test_a.py',
  );
});

describe('Python that is not the same', () => {
  expectEach(
    {
      'a blank line in a string': [PYTHON, PYTHON.replace('Text\n\n', 'Text\n')],
      'blanks at the end of a line of a string': [PYTHON, PYTHON.replace('Text\n', 'Text \n')],
      indentation: [PYTHON, PYTHON.replace('    assert', '  assert')],
      'blanks in a line': [PYTHON, PYTHON.replace(' == ', '==')],
      'quotes, which are left frozen': [PYTHON, PYTHON.replace("'c  # d'", '"c  # d"')],
      'a line that goes on after a backslash': ['a = 1 + \\\n\n2', 'a = 1 + \\\n2'],
      'an encoding that is on the third line': ['# coding: utf-8\na()', '\n\n# coding: utf-8\na()'],
      'another encoding': ['# coding: utf-7\na()', '# coding: utf-7\na() '],
      'strings in a string': ['f"{a["b"]}"\n', 'f"{a["b"]}" \n'],
      'a lost comment': ['a()  # type: ignore\n', 'a()\n'],
      'a string without an end': ["a = '''b\n", "a = '''b \n"],
    },
    false,
    'test_a.py',
  );
});

describe('what stays as it is', () => {
  expectEach(
    {
      'a language that is not read': ['fn a() {}', 'fn a()  {}', 'tests/a.rs'],
      'a snapshot': ['exports[`a`] = `b`;', 'exports[`a`]  = `b`;', 'a.test.js.snap'],
      data: ['{"a":1}', '{ "a": 1 }', 'a.json'],
      'bytes that are no text': ['a("\uFFFD")', 'a( "\uFFFD")'],
      'a text without an end': [`a(${'1,'.repeat(600_000)})`, `a( ${'1,'.repeat(600_000)})`],
    },
    false,
    'a.test.js',
  );
});
