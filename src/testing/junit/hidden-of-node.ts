/**
 * node:test writes a test with subtests as a suite, without its state: only the counts at the end of its file, which are
 * comments, show that one of them is todo, skipped or failed (rule 2.13).
 *
 * @module
 */
import type { JunitCase } from './junit-file.ts';

/** Why such a file is no report of its run; `null` when its counts show no test that it hides. */
export const findHidden = (comments: readonly string[], cases: readonly JunitCase[]): string | null => {
  const countOf = (...names: readonly string[]): number =>
    comments.reduce((sum, comment) => {
      const [, name = '', count] = /^(\w+) (\d+)$/.exec(comment.trim()) ?? [];
      return names.includes(name) ? sum + Number(count) : sum;
    }, 0);
  const shown = (state: JunitCase['state']): number => cases.filter((test) => test.state === state).length;
  // The tests around a failed test have failed, too.
  const failed = shown('failed') === 0 ? countOf('fail', 'cancelled') : 0;
  const skipped = countOf('skipped', 'todo') - shown('skipped');
  if (failed <= 0 && skipped <= 0) return null;
  const what = failed > 0 ? `${failed} failed` : `${skipped} skipped or todo`;
  return `the JUnit report of node:test counts ${what} and does not say which: use runner: node, without --test-reporter=junit`;
};
