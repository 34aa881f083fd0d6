/** Whether a person approved each committed exit with `confirm: true`, for these sources, after dualgate asked. */
import { existsSync } from 'node:fs';
import { z } from 'zod';
import type { Phase } from '../../gates/phase.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import { readContent } from '../ledger/format.ts';
import { readLedger } from '../ledger/ledger-record.ts';
import { type Claim, claim } from './claim.ts';
import type { CommitTrailers } from '../commits/commit-trailers.ts';

// Public names that are gone, as notes of a proof. Pure.

const measured = z.object({
  phase: z.string(),
  iteration: z.number(),
  attempt: z.number(),
  tree: z.object({ after: z.string() }),
});
const ASKED = z.object({ record: measured });
const APPROVED = measured.omit({ tree: true }).extend({ tree: z.string(), by: z.string() });
const DECIDED = z.object({
  record: measured.extend({ approval: z.object({ approved: z.literal(true), by: z.string(), tree: z.string() }) }),
});

interface Exit {
  readonly commit: string;
  readonly trailers: Pick<CommitTrailers, 'phase' | 'forced' | 'record' | 'sources'>;
}

/** @param path - of the ledger @returns none without a ledger, or where no phase asks a person */
export const judgeApprovals = async (
  path: string,
  exits: readonly Exit[],
  phases: readonly Pick<Phase, 'phase' | 'confirm'>[],
): Promise<readonly Claim[]> => {
  const asking = new Set(phases.flatMap(({ phase, confirm }) => (confirm === true ? [phase] : [])));
  const judged = exits.filter(
    ({ trailers: { phase, forced } }) => phase !== null && asking.has(phase) && forced === null,
  );
  if (asking.size === 0 || !existsSync(path)) return [];
  const says = 'a person approved the sources of each exit of a phase with confirm: true';
  try {
    const approved = await readApproved(path);
    return [claim('approvals', says, judged.filter((exit) => !isApproved(exit, approved)).map(describe))];
  } catch (error) {
    if (error instanceof LedgerError) return [claim('approvals', says, [error.message])];
    throw error;
  }
};

/** Number of a record that decides an exit → the approved sources. */
const readApproved = async (path: string): Promise<ReadonlyMap<number, string>> => {
  const found = new Map<number, string>();
  let asked: z.infer<typeof ASKED>['record'] | null = null;
  let answer: z.infer<typeof APPROVED> | null = null;
  for await (const sealed of readLedger(path)) {
    const { type, data } = readContent(sealed);
    if (type === 'approval.asked') [asked, answer] = [ASKED.safeParse(data).data?.record ?? null, null];
    if (type === 'operator.approved') answer = APPROVED.safeParse(data).data ?? null;
    if (type === 'operator.rejected') answer = null;
    if (type !== 'iteration.decided') continue;
    const decided = DECIDED.safeParse(data).data?.record;
    if (decided !== undefined && asked !== null && answer !== null && fits(decided, asked, answer))
      found.set(sealed.seq, decided.tree.after);
    [asked, answer] = [null, null];
  }
  return found;
};

/** Question, answer and decision are about one iteration and the same sources. */
const fits = (
  { approval, ...decided }: z.infer<typeof DECIDED>['record'],
  asked: z.infer<typeof ASKED>['record'],
  answer: z.infer<typeof APPROVED>,
): boolean =>
  [asked, { ...answer, tree: { after: answer.tree } }].every(
    ({ phase, iteration, attempt, tree }) =>
      phase === decided.phase &&
      iteration === decided.iteration &&
      attempt === decided.attempt &&
      tree.after === decided.tree.after,
  ) &&
  approval.tree === decided.tree.after &&
  approval.by === answer.by;

const isApproved = ({ trailers: { record, sources } }: Exit, approved: ReadonlyMap<number, string>): boolean =>
  approved.get(record.seq) === sources;

const describe = ({ commit, trailers: { phase, record } }: Exit): string =>
  `the ledger has no approval of the sources of the commit of ${phase ?? 'the start'} (${commit.slice(0, 12)}), which record ${record.seq} exits`;
