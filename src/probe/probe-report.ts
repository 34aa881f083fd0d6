/**
 * What the probe of a suite showed: each fault and its end, and the hunks that no test needs. It goes into the record as
 * it is.
 *
 * @module
 */
import type { Fault } from './fault.ts';
import type { Judgement } from './judge-run.ts';

/** A fault that was tried. Text is shortened to one line. */
export interface TriedFault extends Pick<Fault, 'path' | 'line' | 'kind' | 'before' | 'after'>, Judgement {}

/** Lines without which every test stays green. */
export interface UnprovenHunk {
  readonly path: string;
  readonly line: number;
  /** 0 where lines were taken away. */
  readonly lines: number;
}

export interface ProbeReport {
  /** What the faults were chosen by. */
  readonly seed: string;
  /** Those that ended as noticed or unnoticed. */
  readonly faults_planted: number;
  readonly faults_noticed: number;
  readonly faults: readonly TriedFault[];
  /** How many changed hunks there are, and how many of them were dropped to see. */
  readonly hunks: { readonly total: number; readonly tried: number };
  readonly unproven: readonly UnprovenHunk[];
  /** Why nothing was shown, or not enough; `null` where something was. */
  readonly nothing_shown: string | null;
  /** Duration in milliseconds. */
  readonly ms: number;
}

const MAX_CHARACTERS = 60;

/** On one line, shortened. */
export const shorten = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS - 1)}…` : line;
};

const SHOWN = 10;

/** `src/one.js:3: a + b → a - b`. */
const describeFault = ({ path, line, before, after }: Pick<TriedFault, 'path' | 'line' | 'before' | 'after'>): string =>
  `${path}:${line}: ${before === '' ? '(nothing)' : before} → ${after === '' ? '(left out)' : after}`;

/** One sentence each, for people and for the next prompt. */
export const describeProbe = (report: ProbeReport): readonly string[] => {
  const { faults, faults_planted, faults_noticed, unproven, nothing_shown } = report;
  const unnoticed = faults.filter(({ end }) => end === 'unnoticed');
  const shown = unproven.slice(0, SHOWN);
  return [
    ...(nothing_shown === null ? [] : [`The fault probe showed nothing: ${nothing_shown}.`]),
    ...(nothing_shown === null && faults_noticed === 0
      ? [
          `No test noticed any of the ${faults_planted} faults that were put into a copy of the code: the tests cannot tell code that works from code that does not. Write tests that fail with each of them.`,
        ]
      : []),
    ...unnoticed.map((fault) => `No test noticed the fault ${describeFault(fault)}`),
    ...shown.map(
      ({ path, line, lines }) => `Without ${placeOf(line, lines)} of ${path} every test stays green: unproven.`,
    ),
    ...(unproven.length > SHOWN ? [`And ${unproven.length - SHOWN} more changes are unproven.`] : []),
  ];
};

const placeOf = (line: number, lines: number): string => {
  if (lines === 0) return `what was taken out before line ${line}`;
  return lines === 1 ? `line ${line}` : `lines ${line}-${line + lines - 1}`;
};
