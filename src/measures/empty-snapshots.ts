/**
 * Inline snapshots without a value, in new tests: the runner would write the value into the test file after it is
 * frozen.
 *
 * @module
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '../../gates/iteration.ts';
import { finding } from '../findings/findings.ts';

const SCRIPT = /\.[cm]?[jt]sx?$/;

/** Comments, strings and regular expressions of one line are skipped, a call without arguments is found. */
const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`|\.(?:toMatchInlineSnapshot|toThrowErrorMatchingInlineSnapshot)\s*\(\s*\)/g;

/** @param files - test files with new tests, relative to the workspace */
export const findEmptySnapshots = async (workspace: string, files: Iterable<string>): Promise<readonly Finding[]> => {
  const found: Finding[] = [];
  for (const path of new Set(files)) {
    if (!SCRIPT.test(path)) continue;
    const text = await readFile(join(workspace, path), 'utf8').catch(() => '');
    for (const { 0: token, index } of text.matchAll(TOKEN))
      if (token.startsWith('.'))
        found.push(finding('tests.empty_snapshot', { path, line: text.slice(0, index).split('\n').length }));
  }
  return found;
};
