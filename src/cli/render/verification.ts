/**
 * What `verify` found, for people; pure.
 *
 * @module
 */
import type { CommitsVerification } from '../../loop/commits/verify-commits.ts';
import type { Verification } from '../../ledger/verify-ledger.ts';
import { joinPlain } from './text/paint.ts';
import { showCount } from '../../text/amounts.ts';

/** What the ledger was held against. */
interface HeldAgainst {
  /** Null where there are none, or the ledger itself does not hold. */
  readonly commits?: CommitsVerification | null;
  /** The folder that has no anchor of it; null where there is one. */
  readonly unanchored?: string | null;
}

/** @param run - its id */
export const renderVerification = (
  run: string,
  { ok, records, head, problems }: Verification,
  { commits = null, unanchored = null }: HeldAgainst = {},
): string =>
  joinPlain([
    ...(ok && head !== null
      ? [`The ledger of ${run} holds: ${showCount(records, 'record')}, head ${head.hash.slice(0, 12)}.`]
      : [`The ledger of ${run} does not hold:`, ...problems.map(renderProblem)]),
    ...(unanchored === null ? [] : [renderUnanchored(unanchored)]),
    ...(commits === null ? [] : renderCommits(commits)),
  ]);

const renderUnanchored = (folder: string): string =>
  `No anchor of it is in ${folder}: records that were cut off its end, or a chain that was sealed anew, are not found without one.`;

const renderCommits = ({ branch, commits, problems }: CommitsVerification): readonly string[] =>
  problems.length === 0
    ? [`${showCount(commits, 'commit')} on ${branch} ${commits === 1 ? 'agrees' : 'agree'} with it.`]
    : [`The commits on ${branch} do not agree with it:`, ...problems.map(renderProblem)];

const renderProblem = ({
  code,
  what,
  advice,
  offset = null,
}: {
  readonly code: string;
  readonly what: string;
  readonly advice: string;
  readonly offset?: number | null;
}) => `  - ${code}: ${what}${offset === null ? '' : ` (at byte ${offset})`}. ${advice}`;
