import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { valuesInPython } from '../../../../src/evidence/mutation-check/values/value-mutants.ts';

const python = spawnSync('python3', ['-c', 'pass']).status === 0;
/** The answer of Python's own compiler to a text; '' for nothing. */
const compile = (text: string): string =>
  spawnSync('python3', ['-c', 'import sys; compile(sys.stdin.read(), "a.py", "exec")'], {
    input: text,
  }).stderr.toString();

describe.skipIf(!python)('another value of a function in Python (needs python3)', () => {
  test.each([
    ['a text of several lines', 'def ask():\n    return """\n    hello\n    """\n'],
    ['a formatted text of several lines', 'def ask(name):\n    return f"""\n    {name}\n    """\n'],
    ['a list of several lines', 'def ask():\n    return [\n        1,\n        2,\n    ]\n'],
    ['a text with a bracket in it', 'def ask():\n    return "a (" + "b"\n'],
  ])('stands in the place of the whole value: %s', (_what, text) => {
    const [found] = valuesInPython(text);
    const made =
      found === undefined ? '' : text.slice(0, found.from) + found.inForm('other', []) + text.slice(found.to);
    expect(made).not.toBe('');
    expect(compile(text) + compile(made)).toBe('');
  });
});
