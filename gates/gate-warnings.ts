/** The warnings when one gate is satisfied and the other is not (rule 1.1). */

/** The warning when only gate 2 is satisfied. Spec 001, "Premature Exit Signal", word for word. */
export const PREMATURE_SIGNAL = 'Exit signal set but Gate 1 not satisfied';
/** The warning when only gate 1 is satisfied. */
export const MISSING_SIGNAL = 'Gate 1 satisfied but no exit signal';
/** The warning when gate 1 is satisfied so far, and runs of the suite wait for the signal. */
export const AWAITED_SIGNAL = 'Gate 1 satisfied so far but no exit signal';

/** The warning that the signal is missing; `null` for another result. */
export const warnOfMissing = (reason: string): string | null =>
  reason === MISSING_SIGNAL || reason === AWAITED_SIGNAL ? reason : null;

/** The result of the gates, word for word, and what it means to a reader who does not know the gates. */
export const sayReason = (reason: string): string => {
  const meaning = MEANINGS.get(reason);
  return meaning === undefined ? reason : `${reason}: ${meaning}`;
};

const MEANINGS: ReadonlyMap<string, string> = new Map([
  [PREMATURE_SIGNAL, 'the agent says it is done, but the measurements do not confirm it'],
  [MISSING_SIGNAL, 'the measurements allow the exit, but the agent does not say it is done'],
  [AWAITED_SIGNAL, 'the agent does not say it is done, and the rest is measured when it does'],
]);
