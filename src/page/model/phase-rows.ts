/** The phases as a timeline: when each was worked at, its time, its cost, and its iterations as bars on one axis. */
import type { PagePhase } from '../page-data.ts';
import type { PageRow, PageStatus } from '../page-status.ts';
import type { Waited } from '../../view/iteration-rows.ts';
import type { Position } from '../../records/fold/work-position.ts';
import { showDuration } from '../../base/text/amounts.ts';

export type Bar = Pick<PageRow, 'n' | 'from' | 'to' | 'outcome'>;

/** `current`: a loop works in it. `open`: it is the current phase, and no loop is active. */
export type PhaseState = 'exited' | 'forced' | 'current' | 'open' | 'halted' | 'ahead';

export type PhaseRow = ReturnType<typeof listPhaseRows>[number];

export const listPhaseRows = (
  phases: readonly PagePhase[],
  seen: {
    readonly byPhase: PageStatus['by_phase'];
    readonly iterations: readonly PageRow[];
    readonly position: Position;
    readonly going: boolean;
  },
) => {
  const { byPhase, iterations, position, going } = seen;
  return phases.map(({ phase, purpose }) => {
    const row = byPhase.find((each) => each.phase === phase);
    const state: PhaseState = phase === position.phase ? stateAt(position, going) : (row?.outcome ?? 'ahead');
    return {
      phase,
      purpose,
      state,
      iterations: row?.iterations ?? 0,
      held: row?.held_iterations ?? 0,
      /** Of work. */
      ms: row?.took_ms ?? 0,
      agent_ms: row?.agent_ms ?? 0,
      tests_ms: row?.tests_ms ?? 0,
      waited_ms: row?.waited_ms ?? 0,
      usage: row?.usage ?? null,
      bars: iterations.filter((each) => each.phase === phase),
      waits: iterations.flatMap((each, at) => (each.phase === phase ? waitsOf(each, iterations[at + 1]) : [])),
    };
  });
};

/** A wait after the decision lasts until the next iteration. */
const waitsOf = ({ waits = [] }: PageRow, next: PageRow | undefined): readonly Waited[] =>
  waits.map(({ from, to }) => ({ from, to: to ?? next?.from ?? null }));

const stateAt = ({ state }: Position, going: boolean): PhaseState =>
  state === 'working' ? (going ? 'current' : 'open') : 'halted';

const SPENDERS = [
  ['agent', 'agent'],
  ['suite', 'your suite'],
  ['waits', 'waits'],
  ['dualgate', 'dualgate and checks'],
] as const;

/** Whose time the run was, up to its last record: the rest is dualgate's. None before anything took time. */
export const listSpent = ({
  phases,
  suite,
  clock,
}: {
  readonly phases: readonly PhaseRow[];
  readonly suite: Pick<PageStatus, 'suite_runs'> | null;
  readonly clock: Pick<PageStatus, 'worked_ms'>;
}) => {
  const sum = (key: 'agent_ms' | 'tests_ms' | 'waited_ms'): number => phases.reduce((all, row) => all + row[key], 0);
  const runs = suite?.suite_runs ?? [];
  const known = {
    agent: sum('agent_ms'),
    // Earlier versions counted the tests of iterations alone.
    suite: runs.length === 0 ? sum('tests_ms') : runs.reduce((all, { ms }) => all + ms, 0),
    waits: sum('waited_ms'),
  };
  const rest = clock.worked_ms - known.agent - known.suite - known.waits;
  const all = { ...known, dualgate: Math.max(0, rest) };
  return SPENDERS.flatMap(([whose, name]) =>
    all[whose] === 0 ? [] : [{ whose, ms: all[whose], says: `${name} ${showDuration(all[whose])}` }],
  );
};
