/** The signals of a turn by the signal command. A refused one, as with an old nonce, has no effect (rule 3.8). */
import { accessSync, constants, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { quoteWord } from '../../base/text/quote-text.ts';
import type { SignalBinding } from '../blocks/block-fields.ts';
import { fieldsOf, readCommandSignal, type BoundSignal, type CommandSignal } from './command-signal.ts';
import { plainLine } from '../../base/text/plain-line.ts';

// Bundled, all chunks lie beside the program; from source, it is the one that was built.
const PROGRAM = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../dist/signal.cjs' : './signal.cjs', import.meta.url),
);

/**
 * The file that `DUALGATE_SIGNAL` names: a script that starts the program with this very Node, since agents' shells set
 * PATH anew. Anything that an agent put in its place is gone; a link is not followed. @param path - absolute
 * @throws the file system's own error when it cannot be written, or cannot be executed where it lies
 */
export const layOutCommand = (path: string): void => {
  accessSync(PROGRAM, constants.R_OK);
  rmSync(path, { recursive: true, force: true });
  const script = `#!/bin/sh\nexec ${quoteWord(process.execPath)} ${quoteWord(PROGRAM)} "$@"\n`;
  writeFileSync(path, script, { flag: 'wx', mode: 0o700 });
  // A folder may be mounted such that nothing in it can be executed.
  accessSync(path, constants.X_OK);
};

export type CommandBinding = Pick<SignalBinding, 'phase' | 'iteration' | 'nonce'> & { readonly run: string };

type Receipt =
  | {
      readonly received: true;
      readonly signal: CommandSignal;
      /** It was not said before in this turn. */
      readonly isNew: boolean;
      readonly agrees: boolean;
    }
  | { readonly received: false; readonly because: string };

export type SignalCollector = ReturnType<typeof createSignalCollector>;

export const createSignalCollector = (binding: CommandBinding) => {
  const signals = new Map<string, CommandSignal>();
  const refused: { count: number; first: string | null } = { count: 0, first: null };
  let isOver = false;

  return {
    receive: (line: string): Receipt => {
      const sent = readCommandSignal(line);
      const because = isOver ? 'the turn has ended' : findRefusal(sent, binding);
      if (sent === null || because !== null) {
        refused.count += 1;
        refused.first ??= because;
        return { received: false, because: because ?? UNREADABLE };
      }
      const { word, reason, refactoring_complete, error } = sent;
      const key = `${word} ${refactoring_complete}`;
      const isNew = !signals.has(key);
      const received: CommandSignal = {
        word,
        reason: plainLine(reason, Number.POSITIVE_INFINITY),
        refactoring_complete,
        ...(error === undefined ? {} : { error }),
        ...fieldsOf(sent),
      };
      signals.set(key, received);
      return {
        received: true,
        signal: received,
        isNew,
        agrees: [...signals.values()].every((each) => each.word === word),
      };
    },
    /** Every later signal is refused. */
    endTurn: (): void => {
      isOver = true;
    },
    /** Those that differ, in the order in which they were first said; of one that was repeated, what was said last. */
    signals: (): readonly CommandSignal[] => [...signals.values()],
    /** `first`: why the first was; `null` when none was. */
    refused: (): { readonly count: number; readonly first: string | null } => refused,
  };
};

const UNREADABLE = 'the signal command never sends this';

/** The expected value stays secret. */
const findRefusal = (sent: BoundSignal | null, binding: CommandBinding): string | null => {
  if (sent === null) return UNREADABLE;
  if (sent.run !== binding.run) return 'it is for another run';
  if (sent.phase !== binding.phase) return 'it is for another phase';
  if (sent.iteration !== binding.iteration) return 'it is for another iteration';
  if (binding.nonce === null || sent.nonce === binding.nonce) return null;
  return sent.nonce === null ? 'it has no nonce' : 'it has the nonce of another iteration';
};
