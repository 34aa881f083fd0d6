/**
 * The few events that describe the current status of a run, for a reader who begins to watch during it. Each kind is
 * kept until a later one replaces it, so there are never more than a handful, and two for each phase.
 *
 * @module
 */
import type { RunEvent } from '../../records/run-events.ts';

export interface CurrentEvents {
  readonly receive: (event: RunEvent) => void;
  /** In the order in which they happened. */
  readonly list: () => readonly RunEvent[];
}

type Slot =
  | 'baseline'
  | 'iteration'
  | 'turn'
  | 'tests'
  | 'counts'
  | 'check'
  | 'mutation_check'
  | 'mutant'
  | 'discarded'
  | Lasting;
/** These outlive the iteration. */
type Lasting = 'run' | 'waiting' | 'held' | 'breaker' | 'human' | 'ending';

const OF_A_TEST_RUN: readonly Slot[] = ['counts', 'check', 'mutation_check', 'mutant'];
const OF_AN_ITERATION: readonly Slot[] = ['iteration', 'turn', 'tests', ...OF_A_TEST_RUN, 'discarded', 'waiting'];
const OF_A_PHASE: readonly Slot[] = [...OF_AN_ITERATION, 'baseline', 'held', 'breaker', 'human'];

interface Kept {
  /** The key under which it is kept; `null`: it only removes others. */
  readonly as: Slot | null;
  readonly ends: readonly Slot[];
}

/** Other kinds do not change the status of the run. */
const KEPT: Partial<Record<RunEvent['type'], Kept>> = {
  'baseline.started': { as: 'baseline', ends: OF_AN_ITERATION },
  'iteration.started': { as: 'iteration', ends: ['baseline', ...OF_AN_ITERATION] },
  'turn.ended': { as: 'turn', ends: ['tests', ...OF_A_TEST_RUN] },
  'test.passed': { as: 'counts', ends: [] },
  'test.failed': { as: 'counts', ends: [] },
  'test.skipped': { as: 'counts', ends: [] },
  'check.started': { as: 'check', ends: [] },
  'check.ended': { as: null, ends: ['check'] },
  'mutation_check.started': { as: 'mutation_check', ends: ['check'] },
  'review.started': { as: 'check', ends: [] },
  'review.ended': { as: null, ends: ['check'] },
  'mutant.tested': { as: 'mutant', ends: [] },
  'mutation_check.ended': { as: null, ends: ['mutation_check', 'mutant'] },
  'turn.discarded': { as: 'discarded', ends: ['turn', 'tests', ...OF_A_TEST_RUN] },
  waiting: { as: 'waiting', ends: OF_AN_ITERATION },
  'phase.held': { as: 'held', ends: [] },
  'breaker.changed': { as: 'breaker', ends: [] },
  'needs.human': { as: 'human', ends: [] },
  'run.ended': { as: 'ending', ends: ['waiting'] },
};

/** For one run, before its first event. */
export const createCurrentEvents = (): CurrentEvents => {
  const kept = new Map<string, readonly RunEvent[]>();
  let phases: readonly string[] = [];
  const end = (slots: readonly string[]): void => {
    for (const slot of slots) kept.delete(slot);
  };
  /** The last one is at the end. */
  const keep = (slot: string, ...events: readonly RunEvent[]): void => {
    kept.delete(slot);
    kept.set(slot, events);
  };
  return {
    list: () => [...kept.values()].flat(),
    receive: (event) => {
      const { type } = event;
      if (type === 'run.started') {
        kept.clear();
        ({ phases } = event);
        keep('run', event);
      } else if (type === 'phase.entered') {
        end([...OF_A_PHASE, `left ${event.phase}`]);
        keep(`entered ${event.phase}`, event);
      } else if (type === 'phase.exited') {
        end(OF_A_PHASE);
        keep(`left ${event.phase}`, event);
      } else if (type === 'operator.rolled_back') {
        const again = phases.slice(Math.max(0, phases.indexOf(event.phase)));
        end([...OF_A_PHASE, ...again.flatMap((phase) => [`entered ${phase}`, `left ${phase}`])]);
      } else if (type === 'tests.ended') {
        end(['counts']);
        // All of an iteration: a reader counts them.
        keep('tests', ...(kept.get('tests') ?? []), event);
      } else {
        const how = KEPT[type];
        end(how?.ends ?? []);
        if (how !== undefined && how.as !== null) keep(how.as, event);
      }
    },
  };
};
