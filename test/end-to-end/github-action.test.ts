import { execa } from 'execa';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { parse } from 'yaml';
import { write } from '../evidence/a-repository.ts';
import { ROOT } from '../docs/pages.ts';
import { hasGit, test } from './a-home.ts';

const FOLDER = join(ROOT, '.github/actions/prove');
const ACTION: {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
} = parse(readFileSync(join(FOLDER, 'action.yml'), 'utf8'));

interface Step {
  readonly name: string;
  readonly shell: string;
  readonly run: string;
  readonly env: Readonly<Record<string, string>>;
}

const TESTS = (expected: string): string =>
  `import { test } from 'node:test';\nimport { equal } from 'node:assert/strict';\nimport { one } from './one.mjs';\ntest('one', () => equal(one(), ${expected}));\n`;

/** A pull request in a clean clone: a fix and its test. */
const aPullRequest = async (home: string, expected: string) => {
  const folder = join(home, 'project');
  const git = (...args: readonly string[]) =>
    execa('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], { cwd: folder });
  await write(folder, { 'one.mjs': 'export const one = () => 0;\n', 'old.test.mjs': "import 'node:test';\n" });
  await git('init', '--quiet', '--initial-branch', 'main');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'Start');
  await write(folder, { 'one.mjs': 'export const one = () => 1;\n', 'one.test.mjs': TESTS(expected) });
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'Fix one');
  await execa('git', ['clone', '--quiet', folder, join(home, 'checkout')]);
  const commit = async (name: string) => (await git('rev-parse', name)).stdout;
  return { base: await commit('main~1'), head: await commit('main') };
};

/** Runs the last step as GitHub does; the one before installs and builds this checkout, which the suite has done. */
const runAction = async (home: string, inputs: Readonly<Record<string, string>>) => {
  const given = {
    ...Object.fromEntries(Object.entries(ACTION.inputs).map(([name, it]) => [name, it.default])),
    ...inputs,
  };
  const fill = (text: string): string =>
    text
      .replaceAll('${{ github.action_path }}', FOLDER)
      .replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_whole, name: string) => given[name] ?? '');
  const step = ACTION.runs.steps.at(-1);
  const summary = join(home, 'summary.md');
  writeFileSync(summary, '');
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    GITHUB_ACTIONS: 'true',
    GITHUB_STEP_SUMMARY: summary,
    ...Object.fromEntries(Object.entries(step?.env ?? {}).map(([name, value]) => [name, fill(value)])),
  };
  const { exitCode, stdout, stderr } = await execa('bash', ['-e', '-c', step?.run ?? ''], {
    cwd: join(home, 'checkout'),
    env,
    extendEnv: false,
    reject: false,
  });
  return { exitCode, stdout, stderr, summary: readFileSync(summary, 'utf8') };
};

describe.skipIf(!hasGit)('the GitHub Action that proves a pull request (needs git)', { concurrent: true }, () => {
  test('passes for a fix with a test that fails without it, and writes the claims into the summary', async ({
    home,
  }) => {
    const { exitCode, stdout, stderr, summary } = await runAction(home, {
      ...(await aPullRequest(home, '1')),
      'test-command': 'node --test',
    });
    expect(exitCode, stdout + stderr).toBe(0);
    expect(summary).toContain('## Proven: every claim holds');
    expect(summary).toContain('| ✓ `fail-to-pass` |');
    expect(stderr).not.toContain('::error');
  });

  test('fails for a change whose test passes without it, with an annotation for each claim', async ({ home }) => {
    const { exitCode, stderr, summary } = await runAction(home, {
      ...(await aPullRequest(home, '(0, one())')),
      'test-command': 'node --test',
    });
    expect(exitCode).toBe(1);
    expect(summary).toContain('## Not proven');
    expect(stderr).toMatch(/::error title=dualgate%3A fail-to-pass is not shown::/);
  });

  test('asks for what is missing, if nothing names the test command', async ({ home }) => {
    const { exitCode, stderr } = await runAction(home, await aPullRequest(home, '1'));
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain('::error title=dualgate::');
  });
});
