/**
 * The whole run for the page: its status, its sums and its iterations, from the status and rows that the server sent.
 * The records have only the details of an iteration.
 */
import { statusNameOf, type StatusName, whyOf } from '../../view/status-name.ts';
import { type Position, startOf } from '../../records/fold/work-position.ts';
import type { PageHead, PageList } from '../page-data.ts';
import type { PageStatus } from '../page-status.ts';
import { type PageState, lastStretch } from './page-state.ts';
import { listPhaseRows, type PhaseRow } from './phase-rows.ts';
import type { Live } from '../../view/live.ts';
import { nameRun } from '../../view/next-steps.ts';
import type { ChartNode, ChartPicture } from '../graph/chart-picture.ts';

export type RunView = ReturnType<typeof viewRun>;

export const viewRun = (sent: PageHead, { rows: iterations, status }: Pick<PageState, 'rows' | 'status'>) => {
  const head = sent.phases.length > 0 ? sent : { ...sent, phases: phasesIn(status) };
  const drawn = lastStretch(iterations);
  const position = status?.position ?? startOf(head.phases.map(({ phase }) => phase));
  const byPhase = status?.by_phase ?? [];
  return {
    head,
    status: showStatus(head, status),
    /** In one sentence; '' while it is active. */
    why:
      head.was_going === true && !head.going
        ? 'The run was active when this report was written'
        : whyOf(status?.ending ?? null, head.going),
    position,
    count: Math.max(status?.iterations ?? 0, iterations.at(-1)?.n ?? 0),
    /** Those that the page has, in order: of a long run the last ones, and those that were looked at. */
    iterations,
    /** Along time: the last ones, without a gap. */
    drawn,
    before: status?.before ?? [],
    decided: byPhase.reduce((sum, each) => sum + each.iterations, 0),
    phases: listPhaseRows(head.phases, { byPhase, iterations: drawn, position, going: head.going }),
    clock: status ?? { worked_ms: 0, counts_from: null },
    usage: status?.usage ?? null,
    budget: status?.budget ?? null,
    suite: status,
    breaker: status?.breaker ?? null,
    /** When the breaker opens in the current phase. */
    thresholds: head.breaker?.phases[position.phase ?? ''] ?? null,
    /** Why the current phase was held last; null if that is over, or if a person is asked. */
    hold: status?.approval !== undefined && status.approval.answer === undefined ? null : (status?.held ?? null),
    now: (head.going ? status?.active : status?.ended) ?? { says: '', next: [] },
    /** The step of the iteration that is not decided, by the records; null between two. */
    step: status?.step ?? null,
    waits: status?.waits ?? null,
    approval: status?.approval ?? null,
    forced: status?.forced_exits ?? [],
    began: status?.began ?? null,
  };
};

/** The head has the surroundings: whether a loop is active now, or was when the report was written. */
export const showStatus = ({ going, was_going: wasGoing }: PageHead, status: PageStatus | null): StatusName =>
  statusNameOf(status?.ending ?? null, going || wasGoing === true);

/** The records name the phases even if the config can no longer be read. */
const phasesIn = (status: PageStatus | null): PageHead['phases'] =>
  (status?.by_phase ?? []).map(({ phase }) => ({ phase, purpose: '', gate_1: '', gate_2: '' }));

export type Headline = ReturnType<typeof headlineOf>;

interface HeadlineFacts {
  readonly list: PageList | null;
  /** Whether a command without a run means this one. */
  readonly isNewest: boolean;
  readonly live: Live | null;
}

/** The beginning of the page: the cause in words, the conditions, one command. Pure. @returns `says` is '' for nothing, `hold` null where `says` is none */
export const headlineOf = (view: RunView, { list, isNewest, live }: HeadlineFacts) => {
  const { run } = view.head;
  const task = list?.tasks.find((each) => each.run === run) ?? null;
  const isPlain = task === null && isNewest;
  const withCode = codeWriter(live);
  const [command = null, ...others] = view.now.next.map(({ command: line, what }) => ({
    command: withCode(isPlain ? line : nameRun(line, task, run)),
    what,
  }));
  // The reason of the end stands beside the status.
  const says = view.hold === null && view.now.says === view.why ? '' : withCode(view.now.says);
  return { says, hold: view.hold, wasHeld: view.head.going, command, others };
};

/** The records have only the hash of the code of a wait; the event has it. */
const codeWriter = (live: Live | null): ((text: string) => string) => {
  const code = live?.wait?.for === 'approval' ? /--code ([-A-Z0-9]+)/.exec(live.wait.why)?.[1] : undefined;
  return (text) => (code === undefined ? text : text.replace('--code CODE', `--code ${code}`));
};

/** The node of the current state in the picture. */
export const findNode = ({ nodes }: ChartPicture, { state, phase }: Position): ChartNode | null => {
  if (state === 'halted') return nodes.find(({ kind }) => kind === 'halt') ?? null;
  if (state === 'working') return nodes.find((node) => node.kind === 'phase' && node.phase === phase) ?? null;
  return nodes.find(({ kind, id }) => kind === 'end' && id.endsWith(state)) ?? null;
};

/** The edge of the picture that the last step went along; null where it has none. */
export const findEdge = ({ nodes, edges }: ChartPicture, { last }: Position): string | null => {
  if (last === null) return null;
  const from = nodes.find((node) => node.kind === 'phase' && node.phase === last.from)?.id;
  const ofKind = edges.filter(({ kind }) => kind === last.kind);
  // Halts, resumes and aborts are edges of what holds the phases.
  return (ofKind.find((edge) => edge.from === from) ?? ofKind[0])?.id ?? null;
};

// Why a phase stands where it does, in its box: gates of its last decision, green runs, how often it was held. Pure.

/** `1✗ 2✓ ●○ held 2 ×`; '' where there is nothing to say. The gates and dots are those of the phase that is not exited. */
export const sayPhase = (
  { iterations, head, position }: Pick<RunView, 'iterations' | 'head' | 'position'>,
  { phase, held }: Pick<PhaseRow, 'phase' | 'held'>,
): string => {
  const last = iterations.findLast((row) => row.phase === phase && row.gate_1 !== null);
  const wanted = head.phases.find((each) => each.phase === phase)?.green_runs_wanted ?? null;
  const isHere = phase === position.phase && last !== undefined;
  return [
    ...(isHere ? [`1${signOf(last.gate_1)} 2${signOf(last.gate_2)}`] : []),
    ...(isHere && wanted !== null ? [dotsOf(Math.min(last.green_runs, wanted), wanted)] : []),
    ...(held === 0 ? [] : [`held ${held} ×`]),
  ].join(' ');
};

const signOf = (gate: boolean | null): string => (gate === true ? '✓' : '✗');

const dotsOf = (row: number, wanted: number): string =>
  wanted > 5 ? `${row} of ${wanted}` : `${'●'.repeat(row)}${'○'.repeat(wanted - row)}`;
