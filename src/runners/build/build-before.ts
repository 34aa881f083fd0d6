/**
 * A build in front of a suite whose tests read compiled files that git ignores. Its results are removed first, so that
 * none is of an earlier build or of an agent; and it has to stay as it is while the tests run (rule 2.4).
 */
import { rm } from 'node:fs/promises';
import { relative } from 'node:path';
import { createLastLines } from '../../base/cut-lines.ts';
import { type ProcessEnd, runProcess } from '../../base/processes/run-process.ts';
import { FREE_MEMORY } from '../../base/processes/watch-memory.ts';
import { findReports } from '../report/report-files.ts';
import { NO_REPORT } from '../report/suite-report.ts';
import type { TestRunOptions, TestSuite } from '../run-tests.ts';
import { makeTestEnvironment } from '../test-environment.ts';
import type { TestRun } from '../test-run.ts';
import { hashContent } from '../../base/files/hash-content.ts';
import { readBytes } from '../../base/files/open-plain.ts';

export interface BuildBefore {
  readonly command: readonly string[];
  /** Globs of all files that it makes, relative to the folder of the suite. None of them is a source. */
  readonly makes: readonly string[];
  /** Milliseconds, above 0, after which it is ended. */
  readonly timeoutMs: number;
}

/** @param options - those of the suite, with its memory; `workspace` is its folder */
export const withBuild = async (
  build: BuildBefore | null,
  options: Omit<TestRunOptions, 'onTest'> & Pick<TestSuite, 'memory'>,
  measure: () => Promise<TestRun>,
): Promise<TestRun> => {
  if (build === null) return measure();
  const { workspace, env, launcher = [], output, memory = FREE_MEMORY, signal } = options;
  const started_at = new Date().toISOString();
  for (const path of await findMade(workspace, build)) await rm(path, { force: true });
  const last = createLastLines();
  const marker = env['DUALGATE_RUN'];
  const end = await runProcess({
    command: [...launcher, ...build.command],
    cwd: workspace,
    env: makeTestEnvironment(process.env, env),
    timeoutMs: build.timeoutMs,
    memory,
    marker: marker === undefined ? null : { name: 'DUALGATE_RUN', value: marker },
    onStdout: last.push,
    onStderr: last.push,
    ...output,
    ...(signal !== undefined && { signal }),
  });
  const made = await readMade(workspace, build);
  const problem = describeEnd(end, build) ?? (await findUnmade(workspace, build));
  if (problem !== null)
    return { ...NO_REPORT, started_at, ms: end.ms, ...endOf(end), problems: [problem], last_output: last.lines() };
  const run = await measure();
  const changed = compareMade(made, await readMade(workspace, build));
  return {
    ...run,
    started_at,
    ms: run.ms + end.ms,
    build: { ms: end.ms, files: made.size, fingerprint: hashContent(JSON.stringify([...made])) },
    ...(changed !== undefined && {
      report_complete: false,
      problems: [...run.problems, `${changed} was changed after the build, while the tests ran`],
    }),
  };
};

const endOf = ({ ended, exit_code }: ProcessEnd): Pick<TestRun, 'ended' | 'exit_code'> => ({
  ended,
  // A build that made nothing has not passed, whatever its code.
  exit_code: ended === 'exited' ? exit_code || 1 : null,
});

const describeEnd = (
  { ended, exit_code, signal, problem }: ProcessEnd,
  { command, timeoutMs }: BuildBefore,
): string | null => {
  if (ended === 'exited' && exit_code === 0) return null;
  const how =
    ended === 'timed_out'
      ? `it reached its time limit of ${timeoutMs / 1_000} s`
      : ended === 'exited' && exit_code !== null
        ? `exit code ${exit_code}`
        : (problem ?? signal ?? ended);
  return `the build before the tests failed: ${command.join(' ')} (${how})`;
};

const findMade = async (workspace: string, { makes }: BuildBefore): Promise<readonly string[]> =>
  [...new Set((await Promise.all(makes.map((glob) => findReports(workspace, glob, [])))).flat())].sort();

/** A build that keeps notes of its results, such as `.tsbuildinfo`, makes nothing if only the results are gone. */
const findUnmade = async (workspace: string, { command, makes }: BuildBefore): Promise<string | null> => {
  for (const glob of makes)
    if ((await findReports(workspace, glob, [])).length === 0)
      return `the build before the tests made no file of ${glob} (tests.before.makes): ${command.join(' ')}. A build that keeps notes, such as tsconfig.tsbuildinfo, needs them under makes, too`;
  return null;
};

type Made = ReadonlyMap<string, string>;

const readMade = async (workspace: string, build: BuildBefore): Promise<Made> =>
  new Map(
    (await findMade(workspace, build)).map((path) => [relative(workspace, path), hashContent(readBytes(path) ?? '')]),
  );

/** The first file that is not the same. */
const compareMade = (before: Made, after: Made): string | undefined =>
  [...new Set([...before.keys(), ...after.keys()])].find((path) => before.get(path) !== after.get(path));
