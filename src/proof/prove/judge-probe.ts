/**
 * What the probe of the suite shows of a run: that its tests can fail, and that each change to the code is needed by one; pure.
 *
 * @module
 */
import { diffLines } from '../../probe/diff-lines.ts';
import type { ProbeReport, UnprovenHunk } from '../../probe/probe-report.ts';
import { type Claim, claim } from './claim.ts';

/** A source at three moments; `''` where it was not there. */
export interface SourceStates {
  readonly start: string;
  /** When the tests had to pass for the first time. */
  readonly green: string;
  readonly end: string;
}

/**
 * Two claims, `probe` and `needed`, each only where something was tried: of what nothing was shown the notes say so.
 *
 * @param statesOf - of a source, by its path
 */
export const judgeProbe = (
  { faults, faults_planted, faults_noticed, hunks, unproven, nothing_shown }: ProbeReport,
  statesOf: (path: string) => SourceStates,
): { readonly claims: readonly Claim[]; readonly notes: readonly string[] } => {
  const rewritten = unproven.filter((hunk) => isRewritten(hunk, statesOf(hunk.path)));
  const unneeded = unproven.filter((hunk) => !rewritten.includes(hunk));
  const unnoticed = faults.filter(({ end }) => end === 'unnoticed');
  return {
    claims: [
      ...(nothing_shown === null
        ? [
            claim(
              'probe',
              `the suite notices faults in the code that was changed: ${faults_noticed} of ${faults_planted}`,
              faults_noticed > 0
                ? []
                : unnoticed.map(
                    ({ path, line, before, after }) =>
                      `no test noticed ${path}:${line}: ${before === '' ? '(nothing)' : before} → ${after === '' ? '(left out)' : after}`,
                  ),
            ),
          ]
        : []),
      ...(hunks.tried > 0
        ? [
            claim(
              'needed',
              `each change to the code is needed by a test: ${hunks.tried - unproven.length} of ${hunks.tried} that were tried`,
              unneeded.map((hunk) => `${placeOf(hunk)}: without it every test stays green`),
            ),
          ]
        : []),
    ],
    notes: [
      ...(nothing_shown === null ? [] : [`The fault probe showed nothing: ${nothing_shown}.`]),
      ...(hunks.tried < hunks.total
        ? [`There was no time to try ${hunks.total - hunks.tried} of ${hunks.total} changes: nothing is shown of them.`]
        : []),
      ...rewritten.map(
        (hunk) =>
          `${placeOf(hunk)} was rewritten after the tests passed, and no test tells it from what stood there before: read it.`,
      ),
    ],
  };
};

/** Behaviour stays the same where lines of before were first touched when everything passed already: that is what refactoring is. */
const isRewritten = ({ line }: UnprovenHunk, { start, green, end }: SourceStates): boolean => {
  const before = diffLines(start, end).find((hunk) => hunk.line === line)?.before ?? '';
  return before.trim() !== '' && diffLines(green, end).find((hunk) => hunk.line === line)?.before === before;
};

const placeOf = ({ path, line, lines }: UnprovenHunk): string =>
  lines > 1 ? `${path}:${line}-${line + lines - 1}` : `${path}:${line}`;
