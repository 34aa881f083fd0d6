/**
 * The commands of an operator in words, the same in events, `status`, reports, annotations and on the page: what was
 * done, by whom, and why. Text of others is marked, since some media quote it. Pure.
 */
import type { Signal } from '../../../gates/iteration.ts';
import type { BreakerState, Ending } from '../../../machines/index.ts';
import { showClock, showCount } from '../../base/text/amounts.ts';
import { sayWhyBeside } from '../../base/text/plain-line.ts';
import type { BreakerChange, BreakerShown } from '../breaker-change.ts';
import { type ConfigChange, renderConfigChanges } from '../config-change.ts';
import { describeRemoved, type RemovedTranscripts } from '../removed-transcripts.ts';

// The sentences of events that `status` prints too. Apart from the kinds of events, which it does not load.

const STATES = { CLOSED: 'closed', HALF_OPEN: 'half-open', OPEN: 'open' } as const;

type Counted = Omit<BreakerShown, 'state'>;

/** In one line. That of the wait has the cooldown. */
export const sayBreakerChange = ({ from, to, cooled_down, ...counted }: BreakerChange): string => {
  const move = `Circuit breaker ${to === 'OPEN' ? 'opened' : STATES[to]} (${STATES[from]} → ${STATES[to]})`;
  if (cooled_down === true) return `${move}: the cooldown has ended, and the next iteration is the trial`;
  if (to !== 'OPEN') return `${move}${describeCounts(to, counted)}`;
  const isUsedUp = counted.exhausted || counted.open_until === null;
  return `${move}: ${whyOf(counted)}${isUsedUp ? '; no reopenings remain' : ''}`;
};

/** In one line; null for a closed breaker that has counted nothing. @param isHalted - for a person: no cooldown resumes it */
export const sayBreaker = ({ state, ...counted }: BreakerShown, isHalted: boolean): string | null => {
  const by = 'dualgate resume or dualgate reset closes it';
  if (counted.exhausted) return `Circuit breaker ${STATES[state]}: no reopenings remain; ${by}`;
  if (state !== 'OPEN')
    return state === 'CLOSED' && counted.no_progress === 0
      ? null
      : `Circuit breaker ${STATES[state]}${describeCounts(state, counted)}`;
  const { open_until: until } = counted;
  const next = until === null ? 'no reopenings remain' : `cooldown until ${showClock(until)}, then one trial iteration`;
  return `Circuit breaker open: ${whyOf(counted)}; ${isHalted ? by : next}`;
};

const whyOf = ({ why }: Counted): string => why ?? 'no progress';

const describeCounts = (state: BreakerState, { no_progress, same_error, failed_turns }: Counted): string => {
  const counted = [
    ...(no_progress === 0 ? [] : [`${showCount(no_progress, 'iteration')} without progress`]),
    ...(same_error < 2 ? [] : [`${showCount(same_error, 'iteration')} with the same failing tests`]),
    ...(failed_turns === 0 ? [] : [`${showCount(failed_turns, 'failed turn')} in a row`]),
  ];
  if (counted.length === 0) return '';
  return `: ${counted.join(', ')}${state === 'HALF_OPEN' ? '; one more like this opens it' : ''}`;
};

export const nameStatus = (status: Ending['status']): string =>
  status === 'needs_human' ? 'needs human input' : status;

/** The end in one line: `stuck: no progress`, `interrupted by SIGINT`. */
export const sayEnding = (status: Ending['status'], why: string): string => {
  const rest = sayWhyBeside(status, why);
  return rest === why ? `${nameStatus(status)}: ${why}` : `${status} ${rest}`.trimEnd();
};

/** None where everything was kept. */
export const sayRemoved = (removed: RemovedTranscripts | undefined): readonly string[] =>
  removed === undefined ? [] : [`removed transcripts: ${describeRemoved(removed)}`];

/** The agent's report with its signal: progress and confidence, requests, and blockers. It decides nothing (rule 1.6). */
export const sayReported = ({ told, blockers }: Pick<Signal, 'told' | 'blockers'>): readonly string[] => [
  // 100 % says no more than the exit signal.
  ...(told?.progress_percent === undefined || told.progress_percent === 100
    ? []
    : [`reported progress: ${told.progress_percent} %`]),
  ...(told?.confidence === undefined ? [] : [`reported confidence: ${told.confidence}`]),
  ...(told?.override === true ? ['requests to lift the threshold (EXIT_OVERRIDE)'] : []),
  ...blockers.map((blocker) => `blocked by: ${blocker}`),
];

const nameAccepted = ({
  files,
  tests,
  writes = [],
  config = [],
}: {
  readonly files: readonly string[];
  readonly tests: readonly string[];
  readonly writes?: readonly string[];
  readonly config?: readonly ConfigChange[];
}): string =>
  [
    ...files,
    ...tests.map((id) => `missing test "${id}"`),
    ...writes.map((glob) => `${glob} as written by the suite`),
    ...(config.length === 0 ? [] : [renderConfigChanges(config)]),
  ].join(', ');

/** Text of dualgate as a string, and that of others. */
type CommandWord = string | { readonly text: string; readonly theirs: true };

export interface SaidCommand {
  /** ISO 8601. */
  readonly at: string;
  readonly words: readonly CommandWord[];
}

interface InPhase {
  readonly phase: string;
}

interface ReopenedSaid extends InPhase {
  readonly file: string;
  readonly test?: string | null;
  readonly state?: string;
}

const theirs = (text: string): CommandWord => ({ text, theirs: true });

/** The command, without its operator. */
const DONE = {
  forced: ({ phase }: InPhase) => [theirs(phase), ' forced'],
  accepted: (given: InPhase & Parameters<typeof nameAccepted>[0]) => [
    'accepted in ',
    theirs(given.phase),
    ': ',
    theirs(nameAccepted(given)),
    ',',
  ],
  reopened: ({ phase, file, test, state }: ReopenedSaid) => [
    'reopened in ',
    theirs(phase),
    state === undefined ? '' : ` (${state})`,
    ': ',
    theirs(test ?? file),
    ',',
  ],
  resets: ({ phase }: InPhase) => ['counts reset in ', theirs(phase)],
  rollbacks: ({ phase }: InPhase) => ['rolled back to the exit of ', theirs(phase)],
  guidance: ({ phase }: InPhase) => ['guidance to the agent in ', theirs(phase)],
  aborted: () => ['aborted'],
} as const;

type Kind = keyof typeof DONE;

interface Why {
  readonly by: string;
  readonly reason: string;
}

type DataOf<K extends Kind> = Parameters<(typeof DONE)[K]> extends [infer D] ? D : unknown;

const wordsOf = <K extends Kind>(kind: K, given: DataOf<K> & Why): readonly CommandWord[] => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the words of this kind take the data of this kind
  const what = DONE[kind] as (data: unknown) => readonly CommandWord[];
  return [...what(given), ' by ', theirs(given.by), ': ', theirs(given.reason)].filter((word) => word !== '');
};

/** `GREEN forced by ann: the supplier fixes its test tomorrow`. */
export const sayCommand = <K extends Kind>(kind: K, given: DataOf<K> & Why): string => plainWords(wordsOf(kind, given));

interface At {
  /** ISO 8601. */
  readonly at: string;
}

/** Forced exits, in order. */
export const listForced = (forced: readonly (InPhase & Why & At)[]): readonly SaidCommand[] =>
  forced.map((each) => ({ at: each.at, words: wordsOf('forced', each) }));

/** As the state of the work has them. */
interface Others {
  readonly accepted: readonly (DataOf<'accepted'> & Why & At)[];
  readonly reopened: readonly (DataOf<'reopened'> & Why & At)[];
  readonly resets: readonly (InPhase & Why & At)[];
  readonly rollbacks: readonly (InPhase & Why & At)[];
  readonly guidance: readonly (InPhase & At & { readonly by: string; readonly text: string })[];
  readonly aborted?: (Why & At) | null;
}

/** All others, in order of their time. */
export const listOthers = ({
  accepted,
  reopened,
  resets,
  rollbacks,
  guidance,
  aborted = null,
}: Others): readonly SaidCommand[] =>
  [
    ...accepted.map((each) => ({ at: each.at, words: wordsOf('accepted', each) })),
    ...reopened.map((each) => ({ at: each.at, words: wordsOf('reopened', each) })),
    ...resets.map((each) => ({ at: each.at, words: wordsOf('resets', each) })),
    ...rollbacks.map((each) => ({ at: each.at, words: wordsOf('rollbacks', each) })),
    ...guidance.map((each) => ({ at: each.at, words: wordsOf('guidance', { ...each, reason: each.text }) })),
    ...(aborted === null ? [] : [{ at: aborted.at, words: wordsOf('aborted', aborted) }]),
  ].toSorted((one, other) => (one.at < other.at ? -1 : 1));

export const plainWords = (words: readonly CommandWord[]): string =>
  words.map((word) => (typeof word === 'string' ? word : word.text)).join('');
