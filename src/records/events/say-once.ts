/**
 * The lines of the events of a run, one after another: a hold for the same reasons as the one before it is one line.
 */
import type { RunEvent } from '../run-events.ts';
import { type Said, lineAt } from './event-kind.ts';
import { say } from './events.ts';

/** For the events of one printer, of any number of runs. */
export const createSayOnce = (): ((event: RunEvent) => readonly Said[]) => {
  const last = new Map<string, { readonly reasons: string; readonly place: string }>();
  return (event) => {
    if (event.type === 'run.ended') last.delete(event.run);
    if (event.type !== 'phase.held') return say(event);
    const { phase, iteration, findings, failing, failing_count, unmet } = event;
    const texts = findings.map(({ text }) => text);
    const reasons = JSON.stringify([phase, texts, failing, failing_count, unmet]);
    const before = last.get(event.run);
    if (before?.reasons === reasons) return [lineAt(event, `held: same reasons as ${before.place}`, 'warn')];
    last.set(event.run, { reasons, place: `${phase} ${iteration}` });
    return say(event);
  };
};
