/** Runs one check: it is ok when its program exits with 0, and nothing that it prints makes it so (rule 2.1). */
import type { CheckResult } from '../../gates/iteration.ts';
import { type ProcessEnd, runProcess } from '../base/processes/run-process.ts';
import type { MemoryLimit } from '../base/processes/watch-memory.ts';
import { makeTestEnvironment } from '../runners/test-environment.ts';
import type { CheckCommand } from '../project/config/own-measure.ts';
import { createLastLines } from '../base/cut-lines.ts';

interface CheckRunOptions {
  /** Absolute path of the folder that it runs in. */
  readonly workspace: string;
  /** Id of the run: marks every process of the check, so that what it leaves running is ended. */
  readonly run: string;
  /** The commit that the phase began at, which the check finds in `DUALGATE_BASE`; null where there is none. */
  readonly base: string | null;
  /** The arguments before the command: those of a sandbox. */
  readonly launcher: readonly string[];
  /** Files that the two streams are appended to, never merged. */
  readonly output: { readonly stdout: string; readonly stderr: string };
  readonly memory: MemoryLimit;
  readonly signal: AbortSignal;
}

interface RanCheck {
  readonly result: CheckResult;
  /** Its stdout, in UTF-8; null when it was too long to keep. */
  readonly stdout: string | null;
}

/** Bytes of stdout that are kept. */
const MAX_KEPT = 1_000_000;

/** Whatever a check does is a value. @throws the file system's own error when `output` cannot be written */
export const runCheck = async (check: CheckCommand, options: CheckRunOptions): Promise<RanCheck> => {
  const { workspace, run, base, launcher, output, memory, signal } = options;
  const last = createLastLines();
  const kept: Buffer[] = [];
  let size = 0;
  const end = await runProcess({
    command: [...launcher, ...check.command],
    cwd: workspace,
    env: {
      ...makeTestEnvironment(process.env, { DUALGATE_RUN: run }),
      // An agent may have put another commit in the place of this one (git-replace).
      ...(base === null ? {} : { DUALGATE_BASE: base, GIT_NO_REPLACE_OBJECTS: '1' }),
    },
    timeoutMs: check.timeout_ms,
    memory,
    marker: { name: 'DUALGATE_RUN', value: run },
    onStdout: (chunk) => {
      last.push(chunk);
      size += chunk.length;
      if (size <= MAX_KEPT) kept.push(chunk);
    },
    onStderr: last.push,
    signal,
    ...output,
  });
  const ok = judge(end);
  const result: CheckResult = {
    check: check.name,
    command: check.command.join(' '),
    ok,
    exit_code: end.ended === 'exited' ? end.exit_code : null,
    ms: end.ms,
    because: ok === true ? '' : describeEnd(end, check),
    said: ok === true ? [] : last.lines(),
  };
  return { result, stdout: size > MAX_KEPT ? null : Buffer.concat(kept).toString('utf8') };
};

/** An incomplete check is not measured; one that exceeds its time limit has not passed. */
const judge = ({ ended, exit_code }: ProcessEnd): boolean | null =>
  ended === 'missing' || ended === 'cancelled' ? null : ended === 'exited' && exit_code === 0;

const describeEnd = ({ ended, exit_code, signal, problem }: ProcessEnd, { timeout_ms }: CheckCommand): string => {
  if (ended === 'missing') return `it could not be started: ${problem ?? 'the program does not exist'}`;
  if (ended === 'cancelled') return 'it was cancelled';
  if (ended === 'flooded' || ended === 'out_of_memory') return problem ?? ended;
  if (ended === 'timed_out') return `it reached its time limit of ${timeout_ms / 1_000} s (timeout of the check)`;
  return exit_code === null ? `it was ended by ${signal ?? 'a signal'}` : `exit code ${exit_code}`;
};
