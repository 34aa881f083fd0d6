/**
 * Metrics of dualgate 0.1 before ledger format 4, each with its name of today.
 *
 * @module
 */

export const RENAMED_METRICS: ReadonlyMap<string, string> = new Map([
  ['faults_planted', 'mutants_tested'],
  ['faults_noticed', 'mutants_killed'],
]);
