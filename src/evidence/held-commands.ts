/** The commands of a config beside its test commands: the files that they name are frozen. */
import type { GateFunction } from '../../gates/phase.ts';
import { metricOfCheck } from '../project/config/check-command.ts';
import type { OwnMeasure } from '../project/config/own-measure.ts';

type Named = Pick<OwnMeasure, 'command' | 'name'>;

/** `isGated`: a gate of some phase names what it measures. */
export interface HeldCommand extends Named {
  readonly isGated?: boolean;
}

interface Commands {
  readonly checks: readonly Named[];
  readonly measures: readonly (Named & Partial<Pick<OwnMeasure, 'metrics'>>)[];
  readonly review?: { readonly agent: Pick<Named, 'command'> };
  /** @default no gate names anything */
  readonly phases?: readonly { readonly gate_1: Gate; readonly gate_2: Gate }[];
}

interface Gate {
  readonly condition: string | GateFunction;
}

/** The commands of checks, measures and the reviewer. */
export const heldCommandsOf = ({ checks, measures, review, phases = [] }: Commands): readonly HeldCommand[] => {
  const conditions = phases.flatMap(({ gate_1, gate_2 }) => [gate_1.condition, gate_2.condition]);
  const words = new Set(conditions.flatMap((each) => (typeof each === 'string' ? (each.match(/\w+/g) ?? []) : [])));
  // A function may look at any of them.
  const isOpen = conditions.some((each) => typeof each !== 'string');
  const isNamed = (metric: string): boolean => isOpen || words.has(metric);
  return [
    ...checks.map((each) => ({ ...each, isGated: isNamed(metricOfCheck(each.name)) })),
    ...measures.map((each) => ({
      ...each,
      isGated: Object.keys(each.metrics ?? {}).some(isNamed),
    })),
    ...(review === undefined ? [] : [{ name: 'review', command: review.agent.command }]),
  ];
};
