/**
 * The findings of `verify`, for people; pure.
 *
 * @module
 */
import type { CommitsVerification } from '../../loop/commits/verify-commits.ts';
import type { Verification } from '../../ledger/verify-ledger.ts';
import { joinPlain } from './text/paint.ts';
import { showCount } from '../../text/amounts.ts';

/** The reference that the ledger was compared with. */
interface HeldAgainst {
  /** Null if there are none, or if the ledger itself has problems. */
  readonly commits?: CommitsVerification | null;
  /** The folder that should have its anchor; null if the anchor is there. */
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
      ? [`The ledger of ${run} is intact: ${showCount(records, 'record')}, head ${head.hash.slice(0, 12)}.`]
      : [`The ledger of ${run} has problems:`, ...problems.map(renderProblem)]),
    ...(unanchored === null ? [] : [renderUnanchored(unanchored)]),
    ...(commits === null ? [] : renderCommits(commits)),
  ]);

const renderUnanchored = (folder: string): string =>
  `It has no anchor in ${folder}. Without one, missing records at its end and a rewritten chain are not found.`;

const renderCommits = ({ branch, commits, problems }: CommitsVerification): readonly string[] =>
  problems.length === 0
    ? [`${showCount(commits, 'commit')} on ${branch} ${commits === 1 ? 'agrees' : 'agree'} with the ledger.`]
    : [`The commits on ${branch} do not agree with the ledger:`, ...problems.map(renderProblem)];

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
