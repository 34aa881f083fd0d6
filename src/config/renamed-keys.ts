/**
 * Config keys of dualgate 0.1 before ledger format 4, each with its name of today.
 *
 * @module
 */

export const RENAMED_KEYS: ReadonlyMap<string, string> = new Map([
  ['probe', 'mutation_check'],
  ['mutation_check.faults', 'mutants'],
  ['tests.held_out', 'hidden'],
  ['notify.broke_off', 'crashed'],
]);
