/**
 * Code that no test needs is not proven: asks it of the commits of a run, when everything else about them holds.
 *
 * @module
 */
import { randomBytes } from 'node:crypto';
import type { ProbeReport } from '../../probe/probe-report.ts';
import type { Claim } from './claim.ts';
import type { CommitFile } from './commit-files.ts';
import type { Known } from './judge-exit.ts';
import { judgeProbe } from './judge-probe.ts';
import type { Checkout } from './measure-checkout.ts';
import { probeCheckout, readSources, type Sources } from './probe-checkout.ts';
import type { RunCommit } from './run-commits.ts';

interface NeededQuestion {
  readonly repository: string;
  readonly commits: readonly RunCommit[];
  readonly known: Known;
  /** Whether every claim up to here holds. */
  readonly holds: boolean;
  readonly probe: boolean;
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
  readonly report: ProbeReport | null;
}

export const proveNeeded = async (question: NeededQuestion): Promise<Needed> => {
  const { repository, commits, known, onStep, signal, seed = randomBytes(8).toString('hex') } = question;
  const limits = known.config.probe;
  if (!question.probe) return leftOut('as it was asked for');
  if (limits === null) return leftOut('as the config of the first commit has it');
  if (!question.holds) return leftOut('since the claims above do not hold');
  const [start] = commits;
  const last = commits.at(-1);
  if (start === undefined || last === undefined || start === last) return leftOut('since the run left no phase');
  const sourcesOf = async (commit: RunCommit): Promise<Sources> =>
    readSources(repository, await question.filesOf(commit));
  const before = await sourcesOf(start);
  onStep('small faults put into the code, and each change left out in turn');
  const files = await question.filesOf(last);
  const report = await question.look(last, (checkout) =>
    probeCheckout(checkout, {
      files,
      known,
      start: before,
      limits,
      seed,
      onNews: (news) => {
        if (news.type === 'fault.tried') onStep(`fault in ${news.path}:${news.line}: ${news.end.replaceAll('_', ' ')}`);
      },
      ...(signal === undefined ? {} : { signal }),
    }),
  );
  const green = commits.find(({ trailers }) => isPassing(known, trailers.phase)) ?? last;
  const [then, now] = [await sourcesOf(green), await sourcesOf(last)];
  const textIn = (sources: Sources, path: string): string => Buffer.from(sources.get(path) ?? []).toString('utf8');
  const shown = judgeProbe(report, (path) => ({
    start: textIn(before, path),
    green: textIn(then, path),
    end: textIn(now, path),
  }));
  return { ...shown, report };
};

const leftOut = (why: string): Needed => ({
  claims: [],
  notes: [`The suite was not probed, ${why}: nothing is shown of whether it can fail, and of code that no test needs.`],
  report: null,
});

const isPassing = ({ config }: Known, name: string | null): boolean =>
  config.phases.find(({ phase }) => phase === name)?.tests === 'must_pass';
