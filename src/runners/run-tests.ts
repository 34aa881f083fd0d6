/** Runs the user's test suite once and measures it: dualgate never uses numbers that an agent types (rule 2.1). */
import { stripVTControlCharacters } from 'node:util';
import { type ProcessEnd, runProcess } from '../base/processes/run-process.ts';
import { FREE_MEMORY, type MemoryLimit } from '../base/processes/watch-memory.ts';
import { createLastLines } from '../base/cut-lines.ts';
import { askRunners, type RunnerName, RUNNERS } from './runners.ts';
import { describeEmptyRun, nameTestFiles } from './empty-run.ts';
import { readReport, openReportChannel } from './report/read-report.ts';
import { prepareFiles } from './report/report-files.ts';
import { EMPTY_REPORT, type OnTest, findMeetingReporters, findUnexplained } from './report/suite-report.ts';
import {
  findStartedTools,
  reachText,
  watchReplays,
  commandWithoutCaches,
  forgetRuns,
  forgetOwnFiles,
} from './replays/watch-replays.ts';
import { makeTestEnvironment } from './test-environment.ts';
import type { TestRun } from './test-run.ts';
import { findUntested } from './why-no-test/node-causes.ts';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { WITHOUT_FOLLOWING } from '../base/files/open-plain.ts';

const SAID_LIMIT = 4_000;
/** Frames of a stack, Node's lines below them, and noise of runners: the reason is in other lines. */
const NO_REASON = new RegExp(
  `^\\s*(?:${['at ', String.raw`Node\.js v\d`, ...askRunners(({ noise }) => noise)].join('|')})`,
);
const MOVED_REPORT = 'the report was moved or replaced while the tests ran';

export interface TestSuite {
  /** Program and arguments, without a shell. */
  readonly command: readonly string[];
  readonly runner: RunnerName;
  /** If it reports by its own files: their place in the workspace; `null` when the command contains `{report}`. */
  readonly report?: string | null;
  /** Whether the sums of such files are compared with their tests. @default 'compare' */
  readonly sums?: 'compare' | 'ignore';
  /** Milliseconds, above 0, after which the suite is ended. */
  readonly timeoutMs: number;
  /** Limit of one run. @default by what is free */
  readonly memory?: MemoryLimit;
}

export interface TestRunOptions {
  /** Absolute path of the folder that the suite runs in. */
  readonly workspace: string;
  /** The place of the report while the suite runs; made if need be, and outside of the sources. */
  readonly reportFolder: string;
  /** Added to the environment. `DUALGATE_RUN` marks every process of the suite, so that it can be ended. */
  readonly env: Readonly<Record<string, string>>;
  /** The arguments before the command: those of a sandbox. @default [] */
  readonly launcher?: readonly string[];
  readonly onTest?: OnTest;
  readonly signal?: AbortSignal;
  /** Files that the two streams are appended to, never merged. */
  readonly output?: { readonly stdout: string; readonly stderr: string };
}

/** Whatever a suite does is a value. @throws the file system's own error when reports or output cannot be written */
export const runTests = async (suite: TestSuite, options: TestRunOptions): Promise<TestRun> => {
  const { workspace, reportFolder, launcher = [], onTest = () => {} } = options;
  const started_at = new Date().toISOString();
  const runner = RUNNERS[suite.runner];
  const env = makeTestEnvironment(process.env, options.env);
  const prepared = runner.prepare(suite.command, workspace, env['NODE_OPTIONS'] ?? '', env);
  const started = findStartedTools(suite.command, workspace);
  const replays = watchReplays(started);
  await forgetRuns(workspace, started);
  const own = await forgetOwnFiles(workspace, reportFolder);
  const channel = await openReportChannel(reportFolder);
  const files =
    runner.report === 'files' ? await prepareFiles(runner, suite, { workspace, reportFolder, onTest }) : null;

  const reader =
    runner.report === 'stdout'
      ? runner.read(onTest, workspace)
      : readReport({ key: channel.key, nameFile: nameTestFiles(workspace) }, onTest);
  let said = '';
  const lastLines = createLastLines();
  const listen = (chunk: Buffer): void => {
    lastLines.push(chunk);
    if (said.length < SAID_LIMIT) said += chunk.toString('utf8');
  };
  const marker = options.env['DUALGATE_RUN'];
  const running = runProcess({
    command: [...launcher, ...commandWithoutCaches(files?.command ?? prepared.command, workspace)],
    cwd: workspace,
    env: { ...env, ...prepared.env, ...(runner.report === 'file' && channel.env), ...own.env },
    timeoutMs: suite.timeoutMs,
    memory: suite.memory ?? FREE_MEMORY,
    marker: marker === undefined ? null : { name: 'DUALGATE_RUN', value: marker },
    ...options.output,
    onStderr: (chunk) => {
      listen(chunk);
      replays.onStderr(chunk);
      reader.pushStderr?.(chunk);
    },
    onStdout: (chunk) => {
      replays.onStdout(chunk);
      if (runner.report !== 'stdout') return listen(chunk);
      lastLines.push(chunk);
      return reader.push(chunk);
    },
    ...(options.signal !== undefined && { signal: options.signal }),
  });
  const isOwnReport = runner.report !== 'file' || (await followFile(channel.file, reader.push, running));
  const end = await running;
  await Promise.all([channel.remove(), own.remove()]);

  const exitCode = end.ended === 'exited' ? end.exit_code : null;
  const reported = files === null ? reader.finish() : await files.read();
  const printed = [stripVTControlCharacters(said), ...lastLines.lines()].join('\n');
  const replayed = [...own.problems, ...replays.judge(exitCode, runner.report === 'file' && reported.report_fresh)];
  const isEmpty = !reported.report_fresh && exitCode !== null && runner.saysNoTests?.(printed, exitCode) === true;
  const report = replayed.length > 0 ? { ...reported, report_fresh: false } : isEmpty ? EMPTY_REPORT : reported;
  const problem = describeEnd(end, suite) ?? (isOwnReport ? null : MOVED_REPORT);
  const why =
    exitCode === null
      ? null
      : (findMeetingReporters(printed) ??
        describeEmptyRun({
          report,
          exitCode,
          command: suite.command,
          workspace,
          runner,
          said: printed,
          lastLines: lastLines.lines(NO_REASON),
        }));
  const isWhole = report.report_fresh && report.report_complete;
  const untested = isWhole || replayed.length > 0 ? null : findUntested(suite.runner, workspace);
  const problems = [untested, problem, ...replayed, ...report.problems, why].filter((each) => each !== null);
  const isSilent = problems.length > 0 && report.tests.length === 0;
  const lastOutput = isSilent ? lastLines.lines(NO_REASON).slice(-MOST_LAST_LINES) : [];
  return {
    started_at,
    ms: end.ms,
    // The output of a suite that dualgate ended is no verdict.
    exit_code: exitCode,
    ended: end.ended,
    ...report,
    unhandled_errors: [
      ...report.unhandled_errors,
      ...findUnexplained(exitCode, report, () => ({ printed, command: reachText(suite.command, workspace) })),
    ],
    report_complete: report.report_complete && problem === null && why === null && replayed.length === 0,
    problems,
    ...(lastOutput.length === 0 ? {} : { last_output: lastOutput }),
  };
};

const MOST_LAST_LINES = 6;

/** Why a suite that ended so cannot have reported all; `null` when it left by itself. */
const describeEnd = (
  { ended, signal, problem, exit_code }: ProcessEnd,
  { command, timeoutMs }: TestSuite,
): string | null => {
  if (ended === 'missing') return `the test command could not be started: ${problem ?? command[0] ?? 'it is empty'}`;
  if (ended === 'timed_out')
    return `the test run reached its time limit of ${timeoutMs / 1_000} s (timeout of the suite)`;
  if (ended === 'cancelled') return 'the test run was cancelled';
  if (ended === 'flooded' || ended === 'out_of_memory') return `the test runner was stopped: ${problem ?? ended}`;
  return exit_code === null ? `the test runner was ended by ${signal ?? 'a signal'}` : null;
};

const PAUSE_MS = 100;

const CHUNK_BYTES = 64 * 1024;

/** The first file at the path is read to its end, until `writing` has ended. @returns whether it stays, or never was */
export const followFile = async (
  path: string,
  onChunk: (chunk: Buffer) => void,
  writing: Promise<unknown>,
): Promise<boolean> => {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  writing.then(end, end);
  let file: FileHandle | null = null;
  let offset = 0;
  try {
    for (let isLast = false; ; isLast = ended.signal.aborted) {
      file ??= await openRegular(path);
      if (file !== null) offset = await readFrom(file, offset, onChunk);
      if (isLast) return file === null || (await liesAt(path, file));
      if (!ended.signal.aborted) await wait(PAUSE_MS, undefined, { signal: ended.signal }).catch(() => {});
    }
  } finally {
    await file?.close();
  }
};

/** Tested code may have put a link or a pipe there. */
const openRegular = async (path: string): Promise<FileHandle | null> => {
  const file = await open(path, WITHOUT_FOLLOWING).catch(() => null);
  if (file === null || (await file.stat()).isFile()) return file;
  await file.close();
  return null;
};

const readFrom = async (file: FileHandle, from: number, onChunk: (chunk: Buffer) => void): Promise<number> => {
  for (let offset = from; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, offset);
    if (bytesRead === 0) return offset;
    offset += bytesRead;
    onChunk(buffer.subarray(0, bytesRead));
  }
};

/** A file that is held open keeps its number: no other can have it. */
const liesAt = async (path: string, file: FileHandle): Promise<boolean> => {
  const [there, read] = await Promise.all([
    lstat(path, { bigint: true }).catch(() => null),
    file.stat({ bigint: true }),
  ]);
  return there?.ino === read.ino && there.dev === read.dev;
};
