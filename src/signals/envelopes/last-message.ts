/**
 * The last message of an agent: what it said after its last work began (rule 3.1). Work that began before the message and
 * continues or ends after it takes nothing from it.
 *
 * @module
 */

interface LastMessage {
  /** A whole message of the agent's own, in place of the one before; `null` for one without words. */
  readonly say: (text: string | null) => void;
  /** A piece of its message. One that grows too long has no words. */
  readonly append: (piece: string) => void;
  /** Work begins. @param id - by which it is known later; a provider may give one twice */
  readonly beginWork: (id: string | null) => void;
  /** Work continues or ends; what was never seen to begin begins here. */
  readonly goOn: (id: string | null) => void;
  /** Forgets the message and all work: a new turn. */
  readonly startAnew: () => void;
  /** `null` where it said nothing. */
  readonly text: () => string | null;
}

/** Ids in one turn; beyond it, work that continues counts as work that begins. */
const MAX_IDS = 10_000;
/** UTF-16 units of a message that comes in pieces. */
const MAX_TEXT = 8 * 1024 * 1024;

export const createLastMessage = (): LastMessage => {
  const begun = new Set<string>();
  let text = '';
  let isTooLong = false;
  const say = (said: string | null): void => {
    [text, isTooLong] = [said ?? '', false];
  };
  const beginWork = (id: string | null): void => {
    say(null);
    if (id !== null && begun.size < MAX_IDS) begun.add(id);
  };
  return {
    say,
    append: (piece) => {
      if (isTooLong) return;
      text += piece;
      if (text.length > MAX_TEXT) [text, isTooLong] = ['', true];
    },
    beginWork,
    goOn: (id) => {
      if (id === null || !begun.has(id)) beginWork(id);
    },
    startAnew: () => {
      say(null);
      begun.clear();
    },
    text: () => (text === '' ? null : text),
  };
};
