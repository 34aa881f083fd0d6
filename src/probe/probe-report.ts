/**
 * What the probe of a suite showed: each fault and its end, and the hunks that no test needs. It goes into the record as
 * it is.
 *
 * @module
 */
import type { Finding } from '../../gates/iteration.ts';
import { finding } from '../findings/findings.ts';
import type { Fault } from './fault.ts';
import type { Judgement } from './judge-run.ts';

/** A fault that was tried. Text is shortened to one line. */
export interface TriedFault extends Pick<Fault, 'path' | 'line' | 'kind' | 'before' | 'after'>, Judgement {}

/** Lines without which every test stays green. */
export interface UnprovenHunk {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  /** The first of them, from 1. */
  readonly line: number;
  /** How many; 0 where lines were taken away. */
  readonly lines: number;
}

export interface ProbeReport {
  /** The faults are chosen by it. */
  readonly seed: string;
  /** Faults that ended as noticed or unnoticed. */
  readonly faults_planted: number;
  /** Faults that a test noticed. */
  readonly faults_noticed: number;
  /** Every fault that was tried. */
  readonly faults: readonly TriedFault[];
  /** How many changed hunks there are, and how many of them were dropped to see. */
  readonly hunks: { readonly total: number; readonly tried: number };
  /** Changes without which every test stays green. */
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

export const findingsOfProbe = (report: ProbeReport): readonly Finding[] => {
  const { faults, faults_planted, faults_noticed, unproven, nothing_shown } = report;
  const unnoticed = faults.filter(({ end }) => end === 'unnoticed');
  return [
    ...(nothing_shown === null ? [] : [finding('faults.nothing_shown', { why: nothing_shown })]),
    ...(nothing_shown === null && faults_noticed === 0
      ? [finding('faults.none_noticed', { planted: faults_planted })]
      : []),
    ...unnoticed.map(({ path, line, before, after }) => finding('faults.unnoticed', { path, line, before, after })),
    ...unproven.slice(0, SHOWN).map(({ path, line, lines }) => finding('faults.unproven', { path, line, lines })),
    ...(unproven.length > SHOWN ? [finding('faults.unproven.more', { count: unproven.length - SHOWN })] : []),
  ];
};
