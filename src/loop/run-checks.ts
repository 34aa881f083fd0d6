/** The surroundings of a measure: the facts of the ledger, and the commands of the config that are not tests. */
import { join } from 'node:path';
import { runCheck } from '../evidence/run-check.ts';
import type { CheckCommand } from '../project/config/own-measure.ts';
import { memoryOfTests, type Config } from '../project/config/config.ts';
import type { MeasuredCheck, KnownOfRun } from '../evidence/measures/measure.ts';
import type { Fingerprint } from '../project/sources/fingerprint.ts';
import type { RunContext } from './run-context.ts';
import { sandboxOf } from './sandbox-of.ts';
import { readSpecCriteria } from '../evidence/measures/read-spec-criteria.ts';
import { thresholdOf } from '../records/fold/preset-state.ts';
import type { WorkState } from '../records/fold/work-state.ts';

interface CheckRun {
  readonly look: () => Promise<Fingerprint>;
  /** The commit that the phase began at; null in the baseline, and where the run makes no commits. */
  readonly base: string | null;
  readonly signal: AbortSignal;
}

export const createCheckRunner =
  (
    context: Pick<RunContext, 'run' | 'agent' | 'config' | 'folders' | 'emit'>,
    at: { readonly phase?: string; readonly iteration?: number },
    { look, base, signal }: CheckRun,
  ): ((check: CheckCommand) => Promise<MeasuredCheck>) =>
  async (check) => {
    const { config, folders, emit, run } = context;
    const { name, command } = check;
    emit({ type: 'check.started', ...at, check: name, command: command.join(' ') });
    const { result, stdout } = await runCheck(check, {
      workspace: config.folder,
      run,
      base,
      launcher: await sandboxOf('tests', { ...context, reports: null, command }),
      output: {
        stdout: join(folders.transcripts, `${name}.stdout`),
        stderr: join(folders.transcripts, `${name}.stderr`),
      },
      memory: memoryOfTests(config.tests),
      signal,
    });
    signal.throwIfAborted();
    const { ok, exit_code, ms, because, said } = result;
    emit({ type: 'check.ended', ...at, check: name, ok, exit_code, ms, because, said });
    return { result, after: await look(), stdout };
  };

export const knownOf = async (config: Config, state: WorkState): Promise<KnownOfRun> => ({
  base: state.base,
  baseline: state.baseline,
  tests: state.tests,
  changed: state.changed,
  failing: state.failing,
  frozen: state.frozen,
  criteria: state.criteria ?? (await readSpecCriteria(config)),
  lists: state.lists,
  phaseTree: state.phaseTree,
  threshold: thresholdOf(state),
  lowClaims: state.held?.record.confidence?.low_claims ?? 0,
  writes: state.writes.accepted,
});
