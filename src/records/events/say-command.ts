/**
 * The commands of an operator in words, the same in events, `status`, reports, annotations and on the page: what was
 * done, by whom, and why. Text of others is marked, since some media quote it. Pure.
 *
 * @module
 */
import { nameAccepted } from './words.ts';

/** Text of dualgate as a string, and that of others. */
export type CommandWord = string | { readonly text: string; readonly theirs: true };

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
