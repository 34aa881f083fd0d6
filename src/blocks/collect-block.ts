/**
 * Keeps the last opened status block of a text, and no other. There is no fallback to an earlier one (RULES 3.6).
 *
 * @module
 */
import type { BlockForm, Step } from './block-form.ts';
import type { Line } from './line.ts';

/** A block of more lines or characters than this is not a status block. */
const MAX_BLOCK = { lines: 400, characters: 65_536 } as const;

/** What belongs to it. `tooLong`: the lines are not all here. `followed`: words come after its end. */
export interface Block {
  readonly form: BlockForm;
  /** Where it opens, from 1. */
  readonly line: number;
  readonly lines: readonly string[];
  readonly closed: boolean;
  readonly tooLong: boolean;
  readonly followed: boolean;
}

export interface BlockCollector {
  readonly read: (line: Line) => void;
  readonly last: () => Block | null;
  /** It stands in an open block. */
  readonly isOpen: () => boolean;
  /** Every line matters now, whatever stands in it. */
  readonly wantsAll: () => boolean;
}

type Draft = { -readonly [K in keyof Block]: Block[K] } & { lines: string[]; characters: number };

/** Is given the lines of one place, normalised, in order. */
export const createBlockCollector = (forms: readonly BlockForm[]): BlockCollector => {
  /** The last that counts, before the one that is gathered. */
  let before: Block | null = null;
  let block: Draft | null = null;
  let follow: (text: string) => Step = () => 'after';

  const isOpen = (): boolean => block !== null && !block.closed;
  const counts = (): boolean => block !== null && block.form.counts(block);
  const add = (draft: Draft, { text, cut }: Line): void => {
    draft.characters += text.length + 1;
    if (cut || draft.lines.length === MAX_BLOCK.lines || draft.characters > MAX_BLOCK.characters) draft.tooLong = true;
    if (!draft.tooLong) draft.lines.push(text);
    // It is none, wherever it ends; of a run, what follows would be taken for another.
    else if (!draft.form.isRun) draft.closed = true;
  };
  const begin = (line: Line): boolean => {
    if (line.cut && !line.text.startsWith('{')) return false;
    for (const form of forms) {
      const opened = form.open(line.text);
      if (opened === null) continue;
      if (block !== null && counts()) before = { ...block, followed: true };
      block = { form, line: line.number, lines: [], closed: false, tooLong: false, followed: false, characters: 0 };
      follow = opened;
      if (form.keeps.opening) {
        block.closed = follow(line.text) === 'last';
        add(block, line);
      }
      return true;
    }
    return false;
  };
  const goOn = (draft: Draft, line: Line): void => {
    const step = follow(line.text);
    if (step === 'within' || (step === 'last' && draft.form.keeps.closing)) add(draft, line);
    if (step !== 'within') draft.closed = true;
    if (step === 'after' && line.text !== '') draft.followed = true;
  };

  return {
    read: (line) => {
      if (block !== null && !block.closed && block.form.isRun) {
        goOn(block, line);
        if (!block.closed) return;
      }
      if (begin(line) || block === null) return;
      if (!block.closed) goOn(block, line);
      else if (line.text !== '') block.followed = true;
    },
    last: () => (counts() ? block : before),
    isOpen,
    wantsAll: () => block !== null && !(block.closed && block.followed),
  };
};
