/** The changes of an iteration since the previous one, in an explanation. Pure. */
import type { Explained } from '../../view/explain/explain-iteration.ts';
import { plain } from './paint.ts';

/** The changes since the last iteration, and the counts against their limits. */
export const renderMoves = ({ moved, counts }: Explained): readonly string[] => [
  ...(moved === null ? [] : titled('Since the previous iteration:', describeMoves(moved))),
  ...(counts === null
    ? []
    : [
        '',
        `Iterations without progress: ${counts.without_progress}, of at most ${counts.no_progress} (circuit_breaker.no_progress)`,
        `Iterations used: ${counts.iterations_used}, of at most ${counts.max_iterations} (limits.max_iterations of the phase)`,
      ]),
];

const describeMoves = ({ sources, head, metrics, failing }: NonNullable<Explained['moved']>): readonly string[] => [
  `  sources: ${sources ? 'changed' : 'the same'}${head ? '; HEAD moved' : ''}`,
  ...metrics.map(({ name, was, is }) => `  ${name}: ${was ?? 'not measured'} → ${is ?? 'not measured'}`),
  ...failing.added.map((test) => `  fails now: ${plain(test)}`),
  ...failing.gone.map((test) => `  no longer failing (it passes, is skipped or is missing): ${plain(test)}`),
];

export const titled = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', title, ...lines];
