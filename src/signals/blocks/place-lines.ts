/**
 * Decides for each line of a message whether it is said or shown: code fences and HTML comments are shown. Quotes,
 * indented code and diffs need no extra rule: markers and fields count at column 0 only (rule 3.5). A deleted line that
 * begins with two dashes can look like an opening marker; it can only hold.
 */
import { type BlockForm, type Step, anywhere, type Needle } from './block-form.ts';

/** A longer line is no marker and no field: only its head is kept. */
export const MAX_LINE_BYTES = 65_536;

export interface Line {
  readonly text: string;
  /** Position in the message, from 1. */
  readonly number: number;
  /** It was longer than MAX_LINE_BYTES, and only its head is kept. */
  readonly cut: boolean;
  /** A comment opens in the part that was cut off. */
  readonly hides: boolean;
}

/** A block of more than this is not a status block. */
const MAX_BLOCK = { lines: 400, characters: 65_536 } as const;

export interface Block {
  readonly form: BlockForm;
  /** Line on which it opens, from 1. */
  readonly line: number;
  readonly lines: readonly string[];
  readonly closed: boolean;
  readonly tooLong: boolean;
  readonly followed: boolean;
}

type Draft = { -readonly [K in keyof Block]: Block[K] } & { lines: string[]; characters: number };

/** Keeps the last opened status block of the normalised lines of one place: there is no fallback to an earlier one (rule 3.6). */
export const createBlockCollector = (forms: readonly BlockForm[]) => {
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
    read: (line: Line): void => {
      if (block !== null && !block.closed && block.form.isRun) {
        goOn(block, line);
        if (!block.closed) return;
      }
      if (start(line) || block === null) return;
      if (!block.closed) goOn(block, line);
      else if (line.text !== '') block.followed = true;
    },
    last: (): Block | null => (counts() ? block : before),
    isOpen,
    /** Every line matters now, whatever its content. */
    wantsAll: (): boolean => block !== null && !(block.closed && block.followed),
  };
};

/** `indent`: columns before the fence, the marker of a list item included. */
export interface CodeFence {
  readonly mark: '`' | '~';
  readonly length: number;
  readonly indent: number;
}

/** The fence that this line opens, if any. Fences in list items count, whatever their indentation. */
export const openFence = (line: string): CodeFence | null => {
  if (!line.includes('```') && !line.includes('~~~')) return null;
  const found = /^([ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}|~{3,})(.*)$/.exec(line);
  if (found === null) return null;
  const [, before = '', ticks = '', info = ''] = found;
  if (ticks.startsWith('~')) return { mark: '~', length: ticks.length, indent: columns(before) };
  // Backticks in the info string make it a code span within a line.
  return info.includes('`') ? null : { mark: '`', length: ticks.length, indent: columns(before) };
};

/** A line that closes the fence: the same mark, at least as long, nothing after it, indented like the opener or up to 3 more. */
export const closesFence = (fence: CodeFence, line: string): boolean => {
  const [, before = '', ticks = ''] = /^([ \t]*)(`{3,}|~{3,})$/.exec(line) ?? [];
  const deeper = columns(before) - fence.indent;
  return ticks.startsWith(fence.mark) && ticks.length >= fence.length && deeper >= 0 && deeper <= 3;
};

/** A line left of an indented fence: it may have ended the list item and the fence with it, or not. */
export const leavesFence = (fence: CodeFence, line: string): boolean => line !== '' && indentOf(line) < fence.indent;

const indentOf = (line: string): number => columns(/^[ \t]*/.exec(line)?.[0] ?? '');

const columns = (before: string): number => {
  let column = 0;
  for (const char of before) column += char === '\t' ? 4 - (column % 4) : 1;
  return column;
};

type LinePlace = 'said' | 'fence_opens' | 'fenced' | 'fence_closes' | 'commented';

const FENCES = [anywhere('```'), anywhere('~~~')];
const COMMENT_OPENS = [...FENCES, anywhere('<!--')];
const COMMENT_CLOSES = [anywhere('-->')];
const NOTHING: readonly Needle[] = [];

/** Places the normalised lines of one message, in order (rule 3.5). An unclosed fence or comment runs to the end. */
export const createLinePlacer = () => {
  let fence: CodeFence | null = null;
  let comment: CommentState = 'outside';
  let unsure = false;

  return {
    /** @param hides - the part of the line that was cut off opens a comment */
    place: (line: string, hides = false): LinePlace => {
      if (fence !== null) {
        unsure ||= leavesFence(fence, line);
        if (unsure || !closesFence(fence, line)) return 'fenced';
        fence = null;
        return 'fence_closes';
      }
      if (comment === 'outside') {
        fence = openFence(line);
        if (fence !== null) return 'fence_opens';
      }
      const before = comment;
      comment = followComment(comment, line);
      // The part that was cut off may end the comment again, or not.
      if (hides && comment === 'outside') comment = 'inline';
      return before === 'outside' || (before === 'inline' && line === '') ? 'said' : 'commented';
    },
    /** One of them is in every line that changes the place; `null`: any line may. */
    needles: (): readonly Needle[] | null => {
      if (fence !== null) return unsure ? NOTHING : fence.indent > 0 ? null : FENCES;
      if (comment === 'outside') return COMMENT_OPENS;
      return comment === 'block' ? COMMENT_CLOSES : null;
    },
  };
};

/** A comment that begins a line runs to its end mark; one within a paragraph ends with the paragraph (CommonMark). */
export type CommentState = 'outside' | 'block' | 'inline';

/** The state after this line. A comment mark in a code span is words about a comment. */
export const followComment = (state: CommentState, line: string): CommentState => {
  if (state === 'outside' && !line.includes('<!--')) return 'outside';
  if (state === 'inline' && line === '') return 'outside';
  const kind = state === 'outside' ? kindOf(line) : state;
  const text = kind === 'inline' ? line.replaceAll(/`[^`]*`/g, '') : line;
  let inside = state !== 'outside';
  let at = 0;
  for (;;) {
    const mark = text.indexOf(inside ? '-->' : '<!--', at);
    if (mark === -1) return inside ? kind : 'outside';
    // `<!-->` is a complete comment: its end may share the dashes.
    at = mark + (inside ? 3 : 2);
    inside = !inside;
  }
};

const kindOf = (line: string): 'block' | 'inline' => (/^ {0,3}<!--/.test(line) ? 'block' : 'inline');
