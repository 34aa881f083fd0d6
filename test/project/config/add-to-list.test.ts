import { describe, expect, test } from 'vitest';
import { addToList } from '../../../src/project/config/add-to-list.ts';

const NAMES = ['t.js > a', 'says "b": # c'];
const add = (text: string, path: readonly (string | number)[] = ['tests'], names = NAMES) =>
  addToList(text, { path, key: 'known_failing' }, names);
const ITEMS = (indent: string) => `${indent}- "t.js > a"\n${indent}- "says \\"b\\": # c"\n`;

describe('texts added to a list of a YAML file', () => {
  test('make the key at the end of its map, and change nothing else', () => {
    const before =
      '# mine\nversion:   1\ntests:\n    command: node --test # fast\n    # slow ones\n\nwork: { spec: a.md }\n';
    expect(add(before)).toBe(
      `# mine\nversion:   1\ntests:\n    command: node --test # fast\n    known_failing:\n${ITEMS('      ')}    # slow ones\n\nwork: { spec: a.md }\n`,
    );
  });

  test('follow the last item, as deep as the others', () => {
    expect(add('tests:\n  known_failing:\n  - old # why\n  # more\n  command: a\n')).toBe(
      `tests:\n  known_failing:\n  - old # why\n${ITEMS('  ')}  # more\n  command: a\n`,
    );
    expect(add("tests:\n  known_failing:\n      - 'old'\n")).toBe(
      `tests:\n  known_failing:\n      - 'old'\n${ITEMS('      ')}`,
    );
  });

  test('fill an empty list, with or without brackets', () => {
    expect(add('tests:\n  known_failing: [] # none yet\n  command: a\n')).toBe(
      `tests:\n  known_failing: # none yet\n${ITEMS('    ')}  command: a\n`,
    );
    expect(add('tests:\n  known_failing:\n  command: a\n')).toBe(
      `tests:\n  known_failing:\n${ITEMS('    ')}  command: a\n`,
    );
  });

  test('stay in brackets and braces', () => {
    const both = '"t.js > a", "says \\"b\\": # c"';
    expect(add('tests: { command: node --test }\n')).toBe(
      `tests: { command: node --test, known_failing: [${both}] }\n`,
    );
    expect(add('tests: { command: a, known_failing: [] }')).toBe(`tests: { command: a, known_failing: [${both}] }`);
    expect(add('tests:\n  known_failing: [old, # why\n    older]\n')).toBe(
      `tests:\n  known_failing: [old, # why\n    older, ${both}]\n`,
    );
  });

  test('reach one entry of a list', () => {
    const before = 'tests:\n  - command: a\n    name: one\n  - command: b\n';
    expect(add(before, ['tests', 0])).toBe(
      `tests:\n  - command: a\n    name: one\n    known_failing:\n${ITEMS('      ')}  - command: b\n`,
    );
    expect(add(before, ['tests', 1])).toBe(`${before}    known_failing:\n${ITEMS('      ')}`);
  });

  test('follow a text of several lines, and the last line without an end', () => {
    expect(add('tests:\n  command: >\n    node\n    --test\n\nversion: 1\n')).toBe(
      `tests:\n  command: >\n    node\n    --test\n  known_failing:\n${ITEMS('    ')}\nversion: 1\n`,
    );
    expect(add('tests:\n  command: a')).toBe(`tests:\n  command: a\n  known_failing:\n${ITEMS('    ')}`);
  });

  test('keep the line ends of Windows', () => {
    expect(add('tests:\r\n  command: a\r\n', ['tests'], ['b'])).toBe(
      'tests:\r\n  command: a\r\n  known_failing:\r\n    - "b"\r\n',
    );
  });

  test.each([
    ['there is no such map', 'version: 1\n'],
    ['the map is an alias', 'base: &b { command: a }\ntests: *b\n'],
    ['another place repeats it', 'tests: &b\n  command: a\nother: *b\n'],
    ['the list is an alias', 'base: &b [a]\ntests:\n  known_failing: *b\n'],
    ['the list is a text', 'tests:\n  known_failing: a\n'],
    ['it is a JSON text after a tab', 'tests:\n\tcommand: a\n'],
  ])('are refused where %s', (_why, text) => {
    expect(add(text)).toBeNull();
  });

  test('are refused where the file would be too long', () => {
    const many = Array.from({ length: 2_000 }, (_each, i) => `${'x'.repeat(50)} ${i}`);
    expect(add('tests:\n  command: a\n', ['tests'], many)).toBeNull();
  });
});
