/**
 * The task of a phase that improves the sources and keeps the tests green (REFACTOR).
 *
 * @module
 */

/** RULES 2.8. */
export const describeRefactoring = (): readonly string[] => [
  'Improve the sources: names, duplication, structure, what is hard to read. What the program does stays the same.',
  'Every test must go on passing. Do not edit the tests to get there.',
  'When your improvements are in, say REFACTORING_COMPLETE: true in the status block. It counts when the sources did change.',
  'When nothing is left to improve, change nothing, and say so with EXIT_SIGNAL: true.',
];
