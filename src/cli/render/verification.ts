/**
 * What `verify` found, for people; pure.
 *
 * @module
 */
import type { CommitsVerification, Verification } from '../../index.ts';
import { joinPlain } from './paint.ts';
import { renderCount } from './tally.ts';

/** @param run - its id @param commits - null where there are none, or the ledger itself does not hold */
export const renderVerification = (
  run: string,
  { ok, records, head, problems }: Verification,
  commits: CommitsVerification | null = null,
): string =>
  joinPlain([
    ...(ok && head !== null
      ? [`The ledger of ${run} holds: ${renderCount(records, 'record')}, head ${head.hash.slice(0, 12)}.`]
      : [`The ledger of ${run} does not hold:`, ...problems.map(renderProblem)]),
    ...(commits === null ? [] : renderCommits(commits)),
  ]);

const renderCommits = ({ branch, commits, problems }: CommitsVerification): readonly string[] =>
  problems.length === 0
    ? [`${renderCount(commits, 'commit')} on ${branch} ${commits === 1 ? 'agrees' : 'agree'} with it.`]
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
