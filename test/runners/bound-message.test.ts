import { describe, expect, test } from 'vitest';
import { boundError, boundMessage } from '../../src/runners/test-run.ts';

describe('a failure message', () => {
  test('loses its colours and blank ends', () => {
    expect(boundMessage('\n\u001b[31mexpected 1\u001b[39m\r\nto be 2 \n')).toBe('expected 1\nto be 2');
  });

  test('keeps its first 10 lines', () => {
    const lines = Array.from({ length: 12 }, (_, i) => `line ${i + 1}`);
    expect(boundMessage(lines.join('\n'))).toBe(lines.slice(0, 10).join('\n'));
  });

  test('is never longer than 2,000 characters', () => {
    expect(boundMessage('x'.repeat(5_000))).toBe(`${'x'.repeat(1_999)}…`);
  });
});

const nameFile = (path: string): string => path.replace(/^\/w\//, '');
const first = (message: string): string | undefined => boundError(message, nameFile).split('\n')[0];

/** Recorded from node 20.20, pytest 8 and go 1.19. */
describe('a file that does not load says its cause first', () => {
  test.each([
    [
      'a syntax error of node, with its place',
      'file:///w/src/bad.js:3\n\n\n\nSyntaxError: Unexpected end of input\n    at compileSourceTextModule (node:internal/modules/esm/utils:346:16)',
      'SyntaxError: Unexpected end of input (src/bad.js:3)',
    ],
    [
      'a missing module of node',
      "node:internal/modules/esm/resolve:283\n    throw new ERR_MODULE_NOT_FOUND(\n          ^\n\nError [ERR_MODULE_NOT_FOUND]: Cannot find module '/w/src/nope.js' imported from /w/test/miss.test.js\n    at finalizeResolution (node:internal/modules/esm/resolve:283:11)",
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find module 'src/nope.js' imported from test/miss.test.js",
    ],
    [
      'a missing module of pytest',
      "ImportError while importing test module '/w/tests/test_miss.py'.\nHint: make sure your test modules/packages have valid Python names.\nTraceback:\ntests/test_miss.py:1: in <module>\n    from nope import x\nE   ModuleNotFoundError: No module named 'nope'",
      "ModuleNotFoundError: No module named 'nope'",
    ],
    [
      'a syntax error of pytest, far below its trace',
      `${Array.from({ length: 20 }, (_, i) => `/usr/lib/python3/x.py:${i}: in f`).join('\n')}\nE     File "/w/src/bad.py", line 2\nE       def bad(:\nE               ^\nE   SyntaxError: invalid syntax`,
      'SyntaxError: invalid syntax (src/bad.py:2)',
    ],
    ['a compiler that names no error', './sum.go:3:2: undefined: foo', './sum.go:3:2: undefined: foo'],
  ])('%s', (_, message, cause) => {
    expect(first(message)).toBe(cause);
    expect(boundError(message, nameFile).split('\n').length).toBeLessThanOrEqual(10);
  });
});
