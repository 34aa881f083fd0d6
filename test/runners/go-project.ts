/** Tiny projects of go test. */
import type { TestRun } from '../../src/runners/test-run.ts';
import { canRun } from './find-tool.ts';
import { makeProject, runIn, withoutTimes } from './project.ts';

export const COMMAND = ['go', 'test', './...'];
export const MODULE = { 'go.mod': 'module example.com/sum\n\ngo 1.19\n' };
export const hasGo = canRun('go', 'version');
export const inGo = (body: string, imports = '"testing"', name = 'sum'): string =>
  `package ${name}\n\nimport (${imports})\n${body}\n`;

export const runFiles = async (
  files: Readonly<Record<string, string>>,
  ...more: readonly string[]
): Promise<Omit<TestRun, 'started_at' | 'ms'>> =>
  withoutTimes(
    await runIn(await makeProject({ ...MODULE, ...files }), { command: [...COMMAND, ...more], runner: 'go' }),
  );
export const states = ({ tests }: Pick<TestRun, 'tests'>): readonly string[] =>
  tests.map(({ name, state }) => `${state}: ${name}`);
