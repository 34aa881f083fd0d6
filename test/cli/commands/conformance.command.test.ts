import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aCase, measured } from '../../doctor/conformance/a-case.ts';
import { runLine } from '../memory-io.ts';

let cwd = '';
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'dualgate-conformance-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const write = (...values: readonly unknown[]) =>
  writeFileSync(join(cwd, 'cases.jsonl'), values.map((each) => `${JSON.stringify(each)}\n`).join(''));
const ANSWER =
  '{"id":"ready","gate_1":true,"gate_2":true,"can_exit":true,"next":"leave","forced":false,"diagnostic":"both_gates_agree"}\n';

describe('dualgate conformance', () => {
  test('prints one answer a case, and exits with 0 if every expectation is met', async () => {
    write(aCase({ expected: { gate_1: true, gate_2: true, can_exit: true } }));
    expect(await runLine(['conformance', 'cases.jsonl'], { cwd })).toEqual({
      code: 0,
      stdout: ANSWER,
      stderr: '1 case, all 1 expectations are met.\n',
    });
  });

  test('needs a file', async () => {
    expect(await runLine(['conformance'], { cwd })).toMatchObject({ code: 64 });
  });

  test.each([
    ['nope.jsonl', 'ENOENT: no such file or directory'],
    ['.', 'EISDIR: illegal operation on a directory'],
  ])('exits with 65 where %s is no file that can be read', async (name, why) => {
    const { code, stdout, stderr } = await runLine(['conformance', name], { cwd });
    expect({ code, stdout }).toEqual({ code: 65, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^Cannot read ${name}: ${why}.*\\. Name a file with one case per line\\.\n$`));
  });

  test('exits with 1 otherwise, and prints the first difference', async () => {
    write(
      aCase({ expected: { can_exit: false, gate_1: false } }),
      { ...measured({ tests_failing: 1, tests_passing: 2 }), expected: { can_exit: true } },
      { ...measured({ tests_failing: 1, tests_passing: 2 }), expected: { can_exit: false, next: 'needs_human' } },
    );
    const { code, stderr } = await runLine(['conformance', 'cases.jsonl'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toBe(
      [
        'First difference: ready, line 1 (both_gates_agree):',
        '  can_exit: expected false, answered true',
        '  gate_1: expected false, answered true',
        '3 cases, 0 of 3 met: 1 false exit, 1 false hold, 1 otherwise.',
        '',
      ].join('\n'),
    );
  });

  test('reads stdin, and prints the summary as an object with --json', async () => {
    expect(await runLine(['conformance', '-', '--json'], { stdin: JSON.stringify(aCase()) })).toEqual({
      code: 0,
      stdout: ANSWER,
      stderr:
        '1 case, none with an expectation.\n{"cases":1,"expecting":0,"differing":0,"false_exits":0,"false_holds":0,"bad_lines":0}\n',
    });
  });

  test('exits with 65 for a line that is no case, and answers the others', async () => {
    const { code, stdout, stderr } = await runLine(['conformance', '-'], { stdin: `{}\n${JSON.stringify(aCase())}` });
    expect({ code, stdout }).toEqual({ code: 65, stdout: ANSWER });
    expect(stderr).toMatch(/^Cannot read stdin:1: id: .* Write one case per line\.\n/);
    expect(stderr).toMatch(/1 line could not be read as a case\.\n$/);
  });

  test('exits with 65 for a file without a case', async () => {
    const { code, stderr } = await runLine(['conformance', '-'], { stdin: '\n\n' });
    expect({ code, stderr }).toEqual({
      code: 65,
      stderr: 'The file has no cases, so dualgate tested nothing.\n0 cases, none with an expectation.\n',
    });
  });

  test('prints no control characters of a case', async () => {
    write({ ...measured({ tests_failing: 1 }), id: '\u001B[31mred', expected: { can_exit: true } });
    expect((await runLine(['conformance', 'cases.jsonl'], { cwd })).stderr).not.toContain('\u001B');
  });
});
