/**
 * The warnings when one gate is satisfied and the other is not (rule 1.1).
 *
 * @module
 */

/** Spec 001, "Premature Exit Signal", word for word. */
export const PREMATURE_SIGNAL = 'Exit signal set but Gate 1 not satisfied';
/** The same warning for the other gate. */
export const MISSING_SIGNAL = 'Gate 1 satisfied but no exit signal';
