/**
 * Tests that could never pass later, or pass for the wrong reason: inline snapshots without a value, which the runner
 * would write into a frozen test file; snapshots that nobody recorded, which may not appear later; and inverted tests,
 * which pass while their body fails.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../../gates/iteration.ts';
import { finding } from '../findings/findings.ts';
import { findSnapshots } from '../integrity/helpers/expectations.ts';
import { openEarlier } from '../sources/earlier-state.ts';
import { readBytes } from '../files/open-plain.ts';

/** Comments, strings and regular expressions of one line are skipped. */
const TEXTS =
  String.raw`\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|` + '`(?:[^`\\\\]|\\\\[\\s\\S])*`';
const EMPTY = String.raw`\.(?:toMatchInlineSnapshot|toThrowErrorMatchingInlineSnapshot)\s*\(\s*\)`;
const RECORDED = String.raw`\.(?:toMatchSnapshot|toThrowErrorMatchingSnapshot)\s*\(`;
/** The options of a test with this one set; those of node:test take a label or a matcher, too. */
const OPTION =
  String.raw`\b(?:test|it|describe|suite)(?:\.\w+)*\(\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|` +
  '`[^`]*`' +
  String.raw`|[\w.]+)\s*,\s*\{[^{}]*\b(?:fails\s*:\s*true\b|expectFailure\b['"]?\s*:(?!\s*(?:false|undefined|null)\b))`;
const INVERTED = String.raw`\b(?:test|it|describe|suite)(?:\.\w+)*\.(?:fails|failing|fail|expectFailure)\b(?=\s*[(.])|${OPTION}`;

interface Trap {
  readonly files: RegExp;
  readonly token: RegExp;
  readonly code: 'tests.empty_snapshot' | 'tests.no_snapshot' | 'tests.inverted';
}

const TRAPS: readonly Trap[] = [
  { files: /\.[cm]?[jt]sx?$/, token: new RegExp(`${TEXTS}|(?<trap>${EMPTY})`, 'g'), code: 'tests.empty_snapshot' },
  { files: /\.[cm]?[jt]sx?$/, token: new RegExp(`${TEXTS}|(?<trap>${RECORDED})`, 'g'), code: 'tests.no_snapshot' },
  { files: /\.[cm]?[jt]sx?$/, token: new RegExp(`${TEXTS}|(?<trap>${INVERTED})`, 'g'), code: 'tests.inverted' },
  {
    files: /\.py$/,
    token:
      /#[^\n]*|"""[\s\S]*?"""|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|(?<trap>\bxfail\b|@(?:unittest\.)?expectedFailure\b)/g,
    code: 'tests.inverted',
  },
];

/**
 * @param files - test files with new tests, relative to the workspace
 * @param base - the commit before them: an inverted test that is there too is not the agent's
 */
export const findTraps = async (
  workspace: string,
  files: Iterable<string>,
  base: string | null = null,
): Promise<readonly Finding[]> => {
  const found: Finding[] = [];
  for (const path of new Set(files)) {
    const traps = TRAPS.filter((trap) => trap.files.test(path));
    const bytes = traps.length === 0 ? null : readBytes(join(workspace, path));
    if (bytes === null) continue;
    const text = bytes.toString('utf8');
    const lines = text.split('\n');
    const here = traps.flatMap(({ token, code }) =>
      [...text.matchAll(token)].flatMap(({ groups, index }) =>
        groups?.['trap'] === undefined ? [] : [{ code, line: text.slice(0, index).split('\n').length }],
      ),
    );
    if (here.length === 0) continue;
    const isRecorded = findSnapshots(path, text).some((each) => existsSync(join(workspace, each)));
    const earlier = await (await openEarlier(workspace, base))(path, bytes);
    if (earlier === 'same') continue;
    const known = earlier?.text.split('\n') ?? [];
    for (const { code, line } of here) {
      if (code === 'tests.no_snapshot' && isRecorded) continue;
      const before = code === 'tests.inverted' ? known.indexOf(lines[line - 1] ?? '') : -1;
      // Each earlier line stands for one of now: a copy of it is new.
      if (before === -1) found.push(finding(code, { path, line }));
      else known.splice(before, 1);
    }
  }
  return found;
};
