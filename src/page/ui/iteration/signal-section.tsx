/**
 * The exit signal: its value, its channel, and its line.
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
