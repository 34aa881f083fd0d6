/** One turn of the agent: its limits, its end, and what it reports. */
import type { Signal, Turn, TurnOutcome } from '../../../gates/iteration.ts';
import { adviseTurn } from '../../agents/advise.ts';
import type { CommandSignal } from '../../signals/command/command-signal.ts';
import { describeUsage, showDuration } from '../../base/text/amounts.ts';
import type { RemovedTranscripts } from '../removed-transcripts.ts';
import type { SessionCompleted } from '../session-completed.ts';
import { type At, lineAt, QUIET, durable, transient } from './event-kind.ts';
import { sayRemoved, sayReported } from './say-command.ts';

/**
 * How the turn ended. `cut_off`: the loop ended before its decision. `no_test_ran`: the test runner ended without
 * running a test, with the sources from before the turn too.
 */
export type DiscardedOutcome = TurnOutcome | 'cut_off' | 'no_test_ran';

/** `warning`: the reason of the hold says it. */
const signalWarning = durable<At & { readonly warning: string }>();

export const TURN_EVENTS = {
  'iteration.started': durable<
    At & {
      readonly attempt: number;
      readonly remaining?: RemainingLimits;
      /** Consecutive green runs that gate 1 asks for; absent where it asks for none. */
      readonly green_runs_wanted?: number;
      /** Parts of earlier transcripts that were removed before this turn. */
      readonly removed_transcripts?: RemovedTranscripts;
    }
  >({
    between: ['loop', 'agent'],
    says: (event) => [
      ...sayRemoved(event.removed_transcripts).map((text) => lineAt(event, text, 'warn', QUIET)),
      lineAt(event, `the agent works${event.attempt > 1 ? ` (attempt ${event.attempt})` : ''}`, 'plain', QUIET),
    ],
  }),
  'agent.output': transient<At & { readonly stream: 'stdout' | 'stderr'; readonly text: string }>(),
  'signal.received': transient<At & CommandSignal>({
    between: ['agent', 'loop'],
    says: (event) => [lineAt(event, `the agent signals ${event.word}: ${event.reason}`, 'plain', QUIET)],
  }),
  'turn.ended': durable<At & { readonly attempt: number; readonly turn: Turn; readonly transcript: string }>({
    between: ['agent', 'loop'],
    says: (event) => [
      // A screen has no other place for the usage.
      lineAt(event, `the turn ended: ${sayTurn(event.turn)}`, 'faint', event.turn.usage === undefined ? QUIET : {}),
      ...sayTroubles(event.turn).map((each) => lineAt(event, each, 'warn')),
    ],
  }),
  'turn.discarded': durable<
    At & {
      readonly attempt: number;
      /** `cut_off`: the loop ended during it. `no_test_ran`: its tests could not run, and not because of it. */
      readonly outcome: DiscardedOutcome;
      readonly why: string;
    }
  >({
    says: (event) => [lineAt(event, `discarded turn: ${event.why}`, 'bad')],
  }),
  'signal.premature': signalWarning,
  'signal.missing': signalWarning,
  'signal.read': durable<At & { readonly signal: Signal }>({
    between: ['agent', 'loop'],
    says: (event) => {
      const { value, source, line } = event.signal;
      const facts = [
        ...sayReasonOf(event.signal),
        ...(source === 'command' ? ['by the signal command'] : []),
        ...(line === null ? [] : [`line ${line} of its output`]),
      ];
      const said = `${SAYS[`${value}`]}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`;
      return [
        lineAt(event, said, 'plain', QUIET),
        ...sayDetail(event.signal).map((each) => lineAt(event, each, 'warn')),
        ...sayReported(event.signal).map((each) => lineAt(event, each, 'faint')),
      ];
    },
  }),
  /** AgentSessionCompleted of spec 003, as in the ledger. */
  'session.completed': durable<SessionCompleted>({
    between: ['agent', 'loop'],
    says: (event) => {
      const { phase_completed, exit_reason, next_work_phase, pr_url, evidence_bundle_ref, forced_exits = [] } = event;
      const facts = [
        ...(next_work_phase === null ? [] : [`next ${next_work_phase}`]),
        ...(pr_url === undefined ? [] : [pr_url]),
        ...(evidence_bundle_ref === undefined ? [] : [evidence_bundle_ref]),
        ...(forced_exits.length === 0 ? [] : [`with a forced exit of ${forced_exits.join(', ')}`]),
      ];
      return [lineAt(event, [`session completed: ${phase_completed} ${exit_reason}`, ...facts].join(', '))];
    },
  }),
} as const;

/** The remaining limits when a turn begins. */
export interface RemainingLimits {
  /** Iterations that remain in the phase, this one included. */
  readonly in_phase: number;
  /** And in the run. */
  readonly iterations: number;
  /** When the time of the run, or of the phase, ends, whichever comes first. ISO 8601. */
  readonly until: string;
  /** `until` is the time limit of the phase; absent where it is that of the run. */
  readonly until_of?: 'phase';
  /** US dollars; absent where the agent has not reported the cost of its turns. */
  readonly cost_usd?: number;
  /** Input and output tokens; absent where the agent has reported none. */
  readonly tokens?: number;
}

/** `ok, exit code 0, 4.0 s, 12.3k in, 2.1k out, $0.08`. */
export const sayTurn = (turn: Turn): string => {
  const { exit_code, ms, usage } = turn;
  return [
    nameOutcome(turn),
    `exit code ${exit_code ?? 'none'}`,
    showDuration(ms),
    ...(usage === undefined ? [] : [describeUsage(usage)]),
  ].join(', ');
};

const nameOutcome = ({ outcome, which }: Turn): string =>
  `${outcome.replaceAll('_', ' ')}${which === undefined ? '' : ` (${which})`}`;

/** The line of the discarded turn has their error and the fix. */
const OUTCOMES_OF_DISCARDED: ReadonlySet<Turn['outcome']> = new Set(['unauthorised', 'rate_limited']);

/** The error, the denials, the processes that it left running, and the fix: a line each. */
export const sayTroubles = (turn: Turn): readonly string[] => {
  const { outcome, error, denials = [], left_running = [] } = turn;
  return [
    ...(error === undefined || OUTCOMES_OF_DISCARDED.has(outcome) ? [] : [`error: ${error.message}`]),
    ...denials.map((each) => `denied: ${each}`),
    ...left_running.map((each) => `ended a process that the agent left running: ${each}`),
    // A discarded turn or a halt has its own advice.
    ...(outcome === 'timed_out' || outcome === 'empty' ? [`${nameOutcome(turn)}: ${adviseTurn(turn)}`] : []),
  ];
};

/** The exit signal, in words. */
const SAYS = {
  true: 'the agent says it is done',
  false: 'the agent says it is not done',
  null: 'no exit signal was found',
} as const;

/** The reason of the exit signal; nothing if its value says it already. */
export const sayReasonOf = ({ reason }: { readonly reason: string }): readonly string[] =>
  reason === 'explicit_true' || reason === 'explicit_false' ? [] : [reason];

/** The problem of the block, for an exit signal of spec 003 in the words of that protocol. */
export const sayDetail = ({ detail }: Pick<Signal, 'detail'>): readonly string[] =>
  detail === undefined ? [] : [`in the block: ${detail}`];
