/**
 * The commands of a config beside its test commands: the files that they name are frozen.
 *
 * @module
 */
import type { OwnMeasure } from './own-measure.ts';

type Named = Pick<OwnMeasure, 'command' | 'name'>;

interface Commands {
  readonly checks: readonly Named[];
  readonly measures: readonly Named[];
  readonly review?: { readonly agent: Pick<Named, 'command'> };
}

/** The commands of checks, measures and the reviewer. */
export const heldCommandsOf = ({ checks, measures, review }: Commands): readonly Named[] => [
  ...checks,
  ...measures,
  ...(review === undefined ? [] : [{ name: 'review', command: review.agent.command }]),
];
