/**
 * The agent's word: what it said, by which channel, and the line at which it was read.
 *
 * @module
 */
import type { Signal } from '../../../../gates/iteration.ts';
import { listSignal } from '../../model/signal-rows.ts';
import type { PageRecord } from '../../page-data.ts';
import { Pairs } from '../parts/pairs.tsx';

interface SignalSectionProps {
  readonly signal: Signal;
  readonly records: readonly PageRecord[];
}

export const SignalSection = ({ signal, records }: SignalSectionProps) => (
  <Pairs rows={listSignal(signal, records)} mono={['at']} />
);
