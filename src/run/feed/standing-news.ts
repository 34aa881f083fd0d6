/**
 * The few events that say where a run stands: what somebody has to hear who begins to watch in the midst of it. Each kind is kept
 * until a later one makes it void, so that there are never more than a handful beside two for each phase.
 *
 * @module
 */
import type { RunEvent } from '../../records/run-events.ts';

export interface StandingNews {
  readonly hear: (event: RunEvent) => void;
  /** In the order in which they happened. */
  readonly list: () => readonly RunEvent[];
}

type Slot = 'inventory' | 'iteration' | 'turn' | 'tests' | 'counts' | 'check' | 'probe' | 'fault' | 'void' | Lasting;
/** These outlive the iteration. */
type Lasting = 'run' | 'waiting' | 'held' | 'breaker' | 'human' | 'settled';

const OF_A_TEST_RUN: readonly Slot[] = ['counts', 'check', 'probe', 'fault'];
const OF_AN_ITERATION: readonly Slot[] = ['iteration', 'turn', 'tests', ...OF_A_TEST_RUN, 'void', 'waiting'];
const OF_A_PHASE: readonly Slot[] = [...OF_AN_ITERATION, 'inventory', 'held', 'breaker', 'human'];

interface Kept {
  /** Where it is kept; `null`: it only ends others. */
  readonly as: Slot | null;
  readonly ends: readonly Slot[];
}

/** Kinds that are not here say nothing of where the run stands. */
const KEPT: Partial<Record<RunEvent['type'], Kept>> = {
  'inventory.started': { as: 'inventory', ends: OF_AN_ITERATION },
  'iteration.started': { as: 'iteration', ends: ['inventory', ...OF_AN_ITERATION] },
  'turn.ended': { as: 'turn', ends: ['tests', ...OF_A_TEST_RUN] },
  'test.passed': { as: 'counts', ends: [] },
  'test.failed': { as: 'counts', ends: [] },
  'test.skipped': { as: 'counts', ends: [] },
  'check.started': { as: 'check', ends: [] },
  'check.ended': { as: null, ends: ['check'] },
  'probe.started': { as: 'probe', ends: ['check'] },
  'fault.tried': { as: 'fault', ends: [] },
  'probe.ended': { as: null, ends: ['probe', 'fault'] },
  'attempt.void': { as: 'void', ends: ['turn', 'tests', ...OF_A_TEST_RUN] },
  waiting: { as: 'waiting', ends: OF_AN_ITERATION },
  'phase.held': { as: 'held', ends: [] },
  'breaker.changed': { as: 'breaker', ends: [] },
  'needs.human': { as: 'human', ends: [] },
  'run.settled': { as: 'settled', ends: ['waiting'] },
};

/** Of one run, of which it has heard nothing yet. */
export const createStandingNews = (): StandingNews => {
  const kept = new Map<string, readonly RunEvent[]>();
  let phases: readonly string[] = [];
  const end = (slots: readonly string[]): void => {
    for (const slot of slots) kept.delete(slot);
  };
  /** The last one stands last. */
  const keep = (slot: string, ...events: readonly RunEvent[]): void => {
    kept.delete(slot);
    kept.set(slot, events);
  };
  return {
    list: () => [...kept.values()].flat(),
    hear: (event) => {
      const { type } = event;
      if (type === 'run.started') {
        kept.clear();
        ({ phases } = event);
        keep('run', event);
      } else if (type === 'phase.entered') {
        end([...OF_A_PHASE, `left ${event.phase}`]);
        keep(`entered ${event.phase}`, event);
      } else if (type === 'phase.left') {
        end(OF_A_PHASE);
        keep(`left ${event.phase}`, event);
      } else if (type === 'operator.rolled_back') {
        const again = phases.slice(Math.max(0, phases.indexOf(event.phase)));
        end([...OF_A_PHASE, ...again.flatMap((phase) => [`entered ${phase}`, `left ${phase}`])]);
      } else if (type === 'tests.ended') {
        end(['counts']);
        // All of an iteration: whoever watches counts them.
        keep('tests', ...(kept.get('tests') ?? []), event);
      } else {
        const how = KEPT[type];
        end(how?.ends ?? []);
        if (how !== undefined && how.as !== null) keep(how.as, event);
      }
    },
  };
};
