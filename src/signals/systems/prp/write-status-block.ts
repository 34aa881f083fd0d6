/** Prints the native status block for `phase-status.log`. Foreign words are one line each: none closes the block. */
import type { Signal } from '../../../../gates/iteration.ts';
import { plainLine } from '../../../base/text/plain-line.ts';
import type { BlockMarkers } from '../../blocks/block-form.ts';

export const PRP_MARKERS = {
  opens: '---PRP_PHASE_STATUS---',
  closes: '---END_PRP_PHASE_STATUS---',
} as const satisfies BlockMarkers;

const MAX_VALUE_LENGTH = 300;

export interface StatusBlock {
  /** ISO 8601. */
  readonly timestamp: string;
  readonly phase: string;
  readonly status: NonNullable<Signal['status']>;
  readonly iteration: number;
  readonly progressPercent: number;
  /** `null`: not measured. */
  readonly tests: {
    readonly total: number;
    readonly passing: number;
    readonly failing: number;
    readonly skipped: number;
  } | null;
  /** `null`: not measured. */
  readonly files: { readonly created: number; readonly modified: number; readonly deleted: number } | null;
  readonly circuitBreaker: { readonly state: 'CLOSED' | 'HALF_OPEN' | 'OPEN'; readonly noProgressCount: number };
  readonly dualGate: {
    readonly gate1: boolean;
    readonly gate1Detail: string;
    readonly gate2: boolean;
    readonly canExit: boolean;
  };
  readonly blockers: readonly string[];
  /** The exit signal as it was read; `null`: none was. */
  readonly exitSignal: boolean | null;
  readonly recommendation: string;
  /** `null`: none was issued. */
  readonly nonce: string | null;
  readonly refactoringComplete: boolean;
}

/** The block as text, markers included, with a line feed at its end (rules.md, appendix). */
export const writeStatusBlock = (block: StatusBlock): string =>
  [
    PRP_MARKERS.opens,
    `TIMESTAMP: ${oneLine(block.timestamp)}`,
    `PHASE: ${oneLine(block.phase)}`,
    `STATUS: ${block.status}`,
    `ITERATION: ${block.iteration}`,
    `PROGRESS_PERCENT: ${block.progressPercent}`,
    ...nested('TESTS', block.tests),
    ...nested('FILES', block.files),
    ...nested('CIRCUIT_BREAKER', {
      state: block.circuitBreaker.state,
      no_progress_count: block.circuitBreaker.noProgressCount,
    }),
    ...nested('DUAL_GATE', {
      gate_1: block.dualGate.gate1,
      gate_1_detail: `"${oneLine(block.dualGate.gate1Detail).replaceAll('"', "'")}"`,
      gate_2: block.dualGate.gate2,
      can_exit: block.dualGate.canExit,
    }),
    'BLOCKERS:',
    ...(block.blockers.length === 0 ? ['none'] : block.blockers).map((blocker) => `  - ${oneLine(blocker)}`),
    `EXIT_SIGNAL: ${block.exitSignal}`,
    `REFACTORING_COMPLETE: ${block.refactoringComplete}`,
    `RECOMMENDATION: ${oneLine(block.recommendation)}`,
    ...(block.nonce === null ? [] : [`NONCE: ${oneLine(block.nonce)}`]),
    PRP_MARKERS.closes,
    '',
  ].join('\n');

const nested = (key: string, values: Readonly<Record<string, number | boolean | string>> | null): readonly string[] =>
  values === null
    ? [`${key}: not measured`]
    : [`${key}:`, ...Object.entries(values).map(([name, value]) => `  ${name.toUpperCase()}: ${value}`)];

const oneLine = (text: string): string => plainLine(text, MAX_VALUE_LENGTH);
