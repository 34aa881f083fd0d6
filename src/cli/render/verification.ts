/**
 * What `verify` found, for people; pure.
 *
 * @module
 */
import type { Verification } from '../../index.ts';
import { joinPlain } from './paint.ts';
import { renderCount } from './tally.ts';

/** @param run - its id */
export const renderVerification = (run: string, { ok, records, head, problems }: Verification): string =>
  joinPlain(
    ok && head !== null
      ? [`The ledger of ${run} holds: ${renderCount(records, 'record')}, head ${head.hash.slice(0, 12)}.`]
      : [
          `The ledger of ${run} does not hold:`,
          ...problems.map(({ code, what, advice }) => `  - ${code}: ${what}. ${advice}`),
        ],
  );
