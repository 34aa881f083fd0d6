/** Code that no test needs is not proven. Checks this for the commits of a run, when every other claim holds. */
import { randomBytes } from 'node:crypto';
import { MOST_UNREAD } from '../../gates/floor.ts';
import { finding } from '../evidence/findings/findings.ts';
import { diffLines } from '../evidence/mutation-check/order-mutants.ts';
import { type MutationReport, percentKilled, type UnprovenHunk } from '../evidence/mutation-check/mutation-report.ts';
import { describeReach, percentReached, placeOfFunction, sayKills } from '../evidence/mutation-check/reach/reach.ts';
import { linesOf } from '../evidence/mutation-check/unread-code.ts';
import { type Claim, claim } from './claim.ts';
import type { CommitFile } from '../project/checkout/checkout.ts';
import { type Known, type Sources, type RunCommit, textIn } from './run-commits.ts';
import { type Checkout, mutationCheckCheckout, readSources } from './measure-checkout.ts';

/** A source at three times; `''` where it was missing. */
export interface SourceStates {
  readonly start: string;
  /** When the tests had to pass for the first time. */
  readonly green: string;
  readonly end: string;
}

/**
 * Five claims, `mutation_check`, `read`, `reached`, `criteria` and `needed`, each only if there is something to say;
 * notes name what was not tested. @param limits - `percent`: the share of mutants that must be killed
 * @param statesOf - of a source, by its path
 */
export const judgeMutationCheck = (
  report: MutationReport,
  { percent }: { readonly percent: number },
  statesOf: (path: string) => SourceStates,
): { readonly claims: readonly Claim[]; readonly notes: readonly string[] } => {
  const {
    mutants,
    mutants_tested,
    mutants_killed,
    reach,
    hunks,
    unproven,
    inconclusive,
    criteria = [],
    unread = [],
  } = report;
  const reached = reach === undefined ? null : percentReached(reach);
  const rewritten = unproven.filter((hunk) => isRewritten(hunk, statesOf(hunk.path)));
  const unneeded = unproven.filter((hunk) => !rewritten.includes(hunk));
  const survived = mutants.filter(({ end }) => end === 'survived');
  return {
    claims: [
      ...(inconclusive === null
        ? [
            claim(
              'mutation_check',
              `the suite kills mutants of the changed code: ${mutants_killed} of ${mutants_tested}, at least ${percent} %`,
              mutants_killed > 0 && percentKilled(report) >= percent
                ? []
                : survived.map(
                    ({ path, line, before, after }) =>
                      `mutant survived at ${path}:${line}: ${before === '' ? '(nothing)' : before} → ${after === '' ? '(removed)' : after}`,
                  ),
            ),
          ]
        : []),
      ...(unread.length === 0
        ? []
        : [
            claim(
              'read',
              `the mutation check reads the changed code, but for at most ${MOST_UNREAD} lines`,
              linesOf(unread) <= MOST_UNREAD ? [] : unread.map((each) => finding('mutants.unread', { ...each }).text),
            ),
          ]),
      ...(reach === undefined || reached === null
        ? []
        : [
            claim(
              'reached',
              `${describeReach(reach)}; at least ${percent} %`,
              reached >= percent
                ? []
                : reach.unreached.map(
                    (each) => `${placeOfFunction(each)}: every test stays green although it fails at once`,
                  ),
            ),
          ]),
      ...(criteria.some(({ end }) => end === 'killed' || end === 'survived')
        ? [
            claim(
              'criteria',
              `the tests of each criterion that could be asked notice another value: ${criteria.map((each) => `${each.id}: ${sayKills(each)}`).join('; ')}`,
              criteria.flatMap(({ id, weak }) =>
                weak === undefined
                  ? []
                  : [`${id}: "${weak.test}" passes with ${weak.before} → ${weak.after} at ${weak.path}:${weak.line}`],
              ),
            ),
          ]
        : []),
      ...(hunks.tried > 0
        ? [
            claim(
              'needed',
              `each change to the code is needed by a test: ${hunks.tried - unproven.length} of ${hunks.tried} tested changes`,
              unneeded.map((hunk) => `${placeOf(hunk)}: every test stays green without it`),
            ),
          ]
        : []),
    ],
    notes: [
      ...(inconclusive === null ? [] : [`The mutation check was inconclusive: ${inconclusive}.`]),
      ...(reached === null
        ? [
            `It was not measured again whether tests reach the changed code${reach === undefined ? '' : `: ${describeReach(reach)}`}.`,
          ]
        : []),
      ...(hunks.tried < hunks.total
        ? [
            `There was no time to test ${hunks.total - hunks.tried} of ${hunks.total} changes: nothing is shown about them.`,
          ]
        : []),
      ...rewritten.map(
        (hunk) =>
          `${placeOf(hunk)} was rewritten after the tests passed, and no test distinguishes it from the earlier code: read it.`,
      ),
    ],
  };
};

/** Lines that were first changed when everything already passed keep the behaviour: that is refactoring. */
const isRewritten = ({ line }: UnprovenHunk, { start, green, end }: SourceStates): boolean => {
  const before = diffLines(start, end).find((hunk) => hunk.line === line)?.before ?? '';
  return before.trim() !== '' && diffLines(green, end).find((hunk) => hunk.line === line)?.before === before;
};

const placeOf = ({ path, line, lines }: UnprovenHunk): string =>
  lines > 1 ? `${path}:${line}-${line + lines - 1}` : `${path}:${line}`;

interface NeededQuestion {
  readonly repository: string;
  readonly commits: readonly RunCommit[];
  readonly known: Known;
  readonly holds: boolean;
  readonly mutationCheck: boolean;
  readonly seed: string | undefined;
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

export const isPassing = ({ config }: Known, name: string | null): boolean =>
  config.phases.find(({ phase }) => phase === name)?.tests === 'must_pass';
