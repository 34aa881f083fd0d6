/**
 * How many green runs in a row a phase asks for.
 *
 * @module
 */
import type { PagePhase } from '../page-data.ts';

const ASKS = /^consecutive_green_runs >= (\d+)$/;

/** The most of its conditions and of the floor; null where none asks for any, or one asks in other words. */
export const greenRunsAsked = (phase: PagePhase | undefined): number | null => {
  if (phase?.asks === undefined) return null;
  const { gate_1, floor } = phase.asks;
  const asked = [gate_1, ...floor.map(({ condition }) => condition)]
    .flatMap(({ source, metrics, clauses }) => clauses ?? [{ clause: source, metrics }])
    .filter(({ metrics }) => metrics.includes('consecutive_green_runs'))
    .map(({ clause }) => Number(ASKS.exec(clause)?.[1]));
  return asked.length === 0 || asked.some(Number.isNaN) ? null : Math.max(...asked);
};
