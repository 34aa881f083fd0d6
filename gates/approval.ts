/**
 * The approval of a person, for a phase with `confirm: true`. It counts only when both gates agree, so it can hold a
 * phase and open none. It counts for the sources that the person approved, and for no others. Pure.
 */
import type { Approval } from './record-parts.ts';
import type { IterationRecord } from './iteration.ts';
import type { Phase } from './phase.ts';
import type { Unmet, Verdict } from './verdict.ts';

/** @returns `null` where no person is asked: the phase needs no approval */
export const judgeApproval = (
  { phase, confirm }: Pick<Phase, 'phase' | 'confirm'>,
  { approval, tree }: Pick<IterationRecord, 'approval' | 'tree'>,
): Verdict | null => {
  if (confirm !== true) return null;
  const because = findObjection(approval, tree.after);
  if (because === null) return { satisfied: true, unmet: [] };
  const clause: Unmet = { clause: `a person approves ${phase}`, because, metrics: [] };
  return { satisfied: false, unmet: [clause] };
};

const findObjection = (approval: Approval | undefined, tree: string): string | null => {
  if (approval === undefined) return 'no answer yet';
  // Anything but true holds: a record may have been written by hand.
  // oxlint-disable-next-line typescript/no-unnecessary-boolean-literal-compare
  if (approval.approved !== true) return `rejected by ${approval.by}: ${approval.reason ?? 'no reason given'}`;
  return approval.tree === tree ? null : `${approval.by} approved other sources`;
};

/** In one sentence, when both gates agree. */
export const sayApproval = ({ satisfied }: Verdict, approval: Approval | undefined): string => {
  if (satisfied) return 'Both gates agree in this iteration, and a person approved it';
  return approval === undefined
    ? 'Both gates agree in this iteration, and a person has to approve it'
    : 'Both gates agree in this iteration, but a person did not approve it';
};
