/**
 * Which stops of an agent session measure nothing: the agent answers a person, plans, or waits for its helpers, and one
 * that does nothing at all is reminded a few times. Its words and its changes decide, never the words of the person.
 *
 * @module
 */
import { IDLE, IDLE_OR_TALK, UNMEASURED, WAITS } from './sentences.ts';
import type { SessionStop } from './session-protocol.ts';

/**
 * The word of a message's status block. `counts`: an exit signal, valid or not, or that a person is needed. `no`: work
 * remains, whichever turn the block is of. `null`: there is no block.
 */
export type SessionWord = 'counts' | 'no' | null;

/** `measure`: the stop ends the turn. `says`: for the person; `null`: nothing. */
type StopKind =
  | { readonly is: 'measure' }
  | { readonly is: 'through'; readonly says: string | null }
  | { readonly is: 'reminded'; readonly because: string };

interface Talk {
  /** The agent has the text of the turn. */
  readonly given: () => void;
  /** A person wrote to the agent. */
  readonly asked: () => void;
  readonly judge: (
    stop: Pick<SessionStop, 'waits' | 'runs' | 'plans'> & { readonly word: SessionWord },
    isChanged: () => Promise<boolean>,
  ) => Promise<StopKind>;
}

/** Reminders in a row of a session that neither claims nor changes anything: the agent waits for its person. */
const MOST = 2;

export const createTalk = (): Talk => {
  let left = MOST;
  /** Nothing was done since the text was given: the message of a person may be about it. */
  let isFresh = false;
  /** The agent answers a person who speaks of something else. */
  let isTalk = false;
  let reminder = IDLE;

  return {
    given: () => {
      [isFresh, isTalk, left, reminder] = [true, false, MOST, IDLE];
    },
    asked: () => {
      isTalk = !isFresh;
      if (isFresh) [left, reminder] = [1, IDLE_OR_TALK];
    },
    judge: async ({ word, waits, runs, plans }, isChanged) => {
      if (word === 'counts') return { is: 'measure' };
      if (waits || plans) return { is: 'through', says: null };
      if (await isChanged()) return isTalk && word === null ? { is: 'through', says: UNMEASURED } : { is: 'measure' };
      isFresh = false;
      if (isTalk) return { is: 'through', says: null };
      // The end of its command wakes it, or there is none.
      if (left === 0 || (runs && left < MOST)) return { is: 'through', says: left === 0 ? WAITS : null };
      left -= 1;
      return { is: 'reminded', because: reminder };
    },
  };
};
