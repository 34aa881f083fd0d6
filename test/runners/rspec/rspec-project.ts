/** Tiny projects of RSpec. */
import type { TestRun } from '../../../src/runners/test-run.ts';
import { canRun } from '../find-tool.ts';
import { makeProject, runIn, withoutTimes } from '../project.ts';

export const hasRSpec = canRun('rspec', '--version');

export const SPEC = 'spec/a_spec.rb';

/** A spec of one group, `a`. */
export const group = (...lines: readonly string[]): string => `RSpec.describe 'a' do\n${lines.join('\n')}\nend\n`;

export const runFiles = async (
  files: Readonly<Record<string, string>>,
  ...more: readonly string[]
): Promise<Omit<TestRun, 'started_at' | 'ms'>> =>
  withoutTimes(await runIn(await makeProject(files), { command: ['rspec', ...more], runner: 'rspec' }));

export const runSpec = (text: string, ...more: readonly string[]): ReturnType<typeof runFiles> =>
  runFiles({ [SPEC]: text }, ...more);
