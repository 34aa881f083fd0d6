/** Tiny projects of cargo test. */
import type { TestRun } from '../../src/runners/test-run.ts';
import { canRun } from './find-tool.ts';
import { makeProject, runIn, withoutTimes } from './project.ts';

export const COMMAND = ['cargo', 'test', '--offline'];
export const CRATE = { 'Cargo.toml': '[package]\nname = "sum"\nversion = "0.1.0"\nedition = "2021"\n' };
export const hasCargo = canRun('cargo', '--version');
export const inRust = (tests: string): string => `#[cfg(test)]\nmod tests {\n${tests}\n}\n`;
export const PRINT = (text: string): string =>
  `use std::io::Write; std::io::stdout().write_all(${JSON.stringify(text)}.as_bytes()).unwrap();`;

export const runFiles = async (
  files: Readonly<Record<string, string>>,
  ...more: readonly string[]
): Promise<Omit<TestRun, 'started_at' | 'ms'>> =>
  withoutTimes(
    await runIn(await makeProject({ ...CRATE, ...files }), {
      command: [...COMMAND, ...more],
      runner: 'cargo',
      timeoutMs: 100_000,
    }),
  );
export const states = ({ tests }: Pick<TestRun, 'tests'>): readonly string[] =>
  tests.map(({ name, state }) => `${state}: ${name}`).sort();
