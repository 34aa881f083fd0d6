/**
 * Whether the suite passes in a copy of the workspace (rule 2.10): with the sources, and without code that only this folder has. A
 * copy in which the sources from before the run are not green either shows nothing.
 *
 * @module
 */
import { stat } from 'node:fs/promises';
import type { Finding } from '../../../gates/iteration.ts';
import type { Metrics } from '../../../gates/metrics.ts';
import type { Without } from '../../checkout/builds.ts';
import { finding } from '../../findings/findings.ts';
import type { MutationReport } from '../../mutation-check/mutation-report.ts';
import { testId } from '../../testing/is-green.ts';
import type { RunContext } from '../run-context.ts';
import { runInCopy } from '../tests/run-in-copy.ts';

/** Ignored code that is left out; `undefined` where the time of the start is not known. */
export const buildsOfRun = async ({
  config: { tests },
  folders,
}: Pick<RunContext, 'config' | 'folders'>): Promise<Without | undefined> => {
  // The ledger began with the run; its text could be older.
  const since = (await stat(folders.ledger).catch(() => null))?.birthtimeMs ?? 0;
  const made = tests.suites.flatMap(({ before }) => before?.makes ?? []);
  return since === 0 ? undefined : { since, named: [...tests.writes, ...made] };
};

export const judgeStanding = async (
  context: RunContext,
  { needs = [], red, inconclusive, mutants_tested }: MutationReport,
  signal: AbortSignal,
): Promise<{ readonly metrics: Metrics; readonly findings: readonly Finding[] }> => {
  const { at_least = 0 } = context.config.mutation_check ?? {};
  if (needs.length > 0) {
    const passes = mutants_tested >= at_least;
    return {
      metrics: { suite_stands_alone: passes },
      findings: [finding('copy.needs_build', { paths: needs, passes })],
    };
  }
  if (red === undefined) return { metrics: inconclusive === null ? { suite_stands_alone: true } : {}, findings: [] };
  return (await wasGreen(context, signal))
    ? { metrics: { suite_stands_alone: false }, findings: [finding('copy.red', { why: red })] }
    : { metrics: {}, findings: [] };
};

/** The earlier tests, on the sources from before the first turn. */
const wasGreen = async (context: RunContext, signal: AbortSignal): Promise<boolean> => {
  const { passing } = context.journal.state().baseline;
  const states = context.kept.states();
  if (states === null) return false;
  if (passing.length === 0) return true;
  const fill = (folder: string): Promise<boolean> => context.kept.restore(states.first, folder);
  const run = await runInCopy(context, { purpose: 'blame', fill }, signal);
  const passed = new Set(run?.tests.flatMap((test) => (test.state === 'passed' ? [testId(test)] : [])));
  return passing.every((id) => passed.has(id));
};
