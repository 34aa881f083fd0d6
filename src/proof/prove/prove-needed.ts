/**
 * Code that no test needs is not proven. Checks this for the commits of a run, when every other claim holds.
 *
 * @module
 */
import { randomBytes } from 'node:crypto';
import type { MutationReport } from '../../mutation-check/mutation-report.ts';
import type { Claim } from './claim.ts';
import type { CommitFile } from '../../checkout/checkout.ts';
import type { Known, Sources } from './known.ts';
import { judgeMutationCheck } from './judge-mutation-check.ts';
import type { Checkout } from './measure-checkout.ts';
import { mutationCheckCheckout, readSources } from './mutate-checkout.ts';
import type { RunCommit } from './run-commits.ts';

interface NeededQuestion {
  readonly repository: string;
  readonly commits: readonly RunCommit[];
  readonly known: Known;
  /** Whether every claim so far holds. */
  readonly holds: boolean;
  readonly mutationCheck: boolean;
  readonly seed: string | undefined;
  /** The files of a commit, relative to the workspace. */
  readonly filesOf: (commit: RunCommit) => Promise<readonly CommitFile[]>;
  readonly look: <T>(commit: RunCommit, use: (checkout: Checkout) => Promise<T>) => Promise<T>;
  readonly onStep: (what: string) => void;
  readonly signal: AbortSignal | undefined;
}

interface Needed {
  readonly claims: readonly Claim[];
  readonly notes: readonly string[];
  readonly report: MutationReport | null;
}

export const proveNeeded = async (question: NeededQuestion): Promise<Needed> => {
  const { repository, commits, known, onStep, signal, seed = randomBytes(8).toString('hex') } = question;
  const limits = known.config.mutation_check;
  if (!question.mutationCheck) return leftOut('as requested');
  if (limits === null) return leftOut('by the config of the first commit');
  if (!question.holds) return leftOut('because the claims above do not hold');
  const [start] = commits;
  const last = commits.at(-1);
  if (start === undefined || last === undefined || start === last) return leftOut('because the run exited no phase');
  const sourcesOf = async (commit: RunCommit): Promise<Sources> =>
    readSources(repository, await question.filesOf(commit));
  const before = await sourcesOf(start);
  onStep('the mutation check: mutants of the code, and each change reverted in turn');
  const files = await question.filesOf(last);
  const report = await question.look(last, (checkout) =>
    mutationCheckCheckout(checkout, {
      files,
      known,
      start: before,
      limits,
      seed,
      onEvent: (event) => {
        if (event.type === 'mutant.tested')
          onStep(`mutant in ${event.path}:${event.line}: ${event.end.replaceAll('_', ' ')}`);
      },
      ...(signal === undefined ? {} : { signal }),
    }),
  );
  const green = commits.find(({ trailers }) => isPassing(known, trailers.phase)) ?? last;
  const [then, now] = [await sourcesOf(green), await sourcesOf(last)];
  const textIn = (sources: Sources, path: string): string => Buffer.from(sources.get(path) ?? []).toString('utf8');
  const shown = judgeMutationCheck(report, limits, (path) => ({
    start: textIn(before, path),
    green: textIn(then, path),
    end: textIn(now, path),
  }));
  return { ...shown, report };
};

const leftOut = (why: string): Needed => ({
  claims: [],
  notes: [
    `The mutation check did not run, ${why}: it is unknown whether the suite can fail, whether tests reach the code, and whether every line of it is needed by a test.`,
  ],
  report: null,
});

/** Whether the tests must pass in the phase of this name. */
export const isPassing = ({ config }: Known, name: string | null): boolean =>
  config.phases.find(({ phase }) => phase === name)?.tests === 'must_pass';
