/**
 * Keeps the last opened status block of a text, and no other. There is no fallback to an earlier one (rule 3.6).
 *
 * @module
 */
import type { BlockForm, Step } from './block-form.ts';
import type { Line } from './line.ts';

/** A block of more lines or characters than this is not a status block. */
const MAX_BLOCK = { lines: 400, characters: 65_536 } as const;

/** The lines of the block. `tooLong`: lines are missing. `followed`: text comes after its end. */
export interface Block {
  readonly form: BlockForm;
  /** Line on which it opens, from 1. */
  readonly line: number;
  readonly lines: readonly string[];
  readonly closed: boolean;
  readonly tooLong: boolean;
  readonly followed: boolean;
}

export interface BlockCollector {
  readonly read: (line: Line) => void;
  readonly last: () => Block | null;
  /** The line is in an open block. */
  readonly isOpen: () => boolean;
  /** Every line matters now, whatever its content. */
  readonly wantsAll: () => boolean;
}

type Draft = { -readonly [K in keyof Block]: Block[K] } & { lines: string[]; characters: number };

/** Receives the normalised lines of one place, in order. */
export const createBlockCollector = (forms: readonly BlockForm[]): BlockCollector => {
  /** The last complete one, before the one that is being collected. */
  let before: Block | null = null;
  let block: Draft | null = null;
  let follow: (text: string) => Step = () => 'after';

  const isOpen = (): boolean => block !== null && !block.closed;
  const counts = (): boolean => block !== null && block.form.counts(block);
  const add = (draft: Draft, { text, cut }: Line): void => {
    draft.characters += text.length + 1;
    if (cut || draft.lines.length === MAX_BLOCK.lines || draft.characters > MAX_BLOCK.characters) draft.tooLong = true;
    if (!draft.tooLong) draft.lines.push(text);
    // It is no block, wherever it ends; the text after a run of keys would be taken for another block.
    else if (!draft.form.isRun) draft.closed = true;
  };
  const start = (line: Line): boolean => {
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
      if (start(line) || block === null) return;
      if (!block.closed) goOn(block, line);
      else if (line.text !== '') block.followed = true;
    },
    last: () => (counts() ? block : before),
    isOpen,
    wantsAll: () => block !== null && !(block.closed && block.followed),
  };
};
