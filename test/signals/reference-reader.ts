/**
 * The rules of a block told once more, over a whole text in memory, line after line and without any haste: what the reader
 * is held against. It knows nothing of bytes, chunks, needles or bounds.
 *
 * @module
 */
import type { Dialect } from '../../gates/iteration.ts';
import { closesFence, leavesFence, openFence, type CodeFence } from '../../src/signals/code-fence.ts';
import { type CommentState, followComment } from '../../src/signals/html-comment.ts';
import { normaliseLine } from '../../src/signals/normalise-line.ts';

/** Line of the deciding block, from 1, and its lines; `null` when nothing is said. */
export interface Found {
  readonly line: number;
  readonly lines: readonly string[];
  readonly closed: boolean;
}

/** The lines of a text, those that are only shown as empty ones. */
const saidLines = (text: string): readonly (string | null)[] => {
  let fence: CodeFence | null = null;
  let comment: CommentState = 'outside';
  let unsure = false;
  return text.split('\n').map((raw, index) => {
    const line = normaliseLine(raw, index === 0);
    if (fence !== null) {
      unsure ||= leavesFence(fence, line);
      if (!unsure && closesFence(fence, line)) fence = null;
      return null;
    }
    if (comment === 'outside' && openFence(line) !== null) {
      fence = openFence(line);
      return null;
    }
    const before = comment;
    comment = followComment(comment, line);
    return before === 'outside' || (before === 'inline' && line === '') ? line : null;
  });
};

const bold = (line: string): string => /^\*\*(.*)\*\*$/.exec(line)?.[1] ?? /^__(.*)__$/.exec(line)?.[1] ?? line;

const KEYS =
  /^(?:EXIT_STATUS|EXIT_REASON|EXIT_CONFIDENCE|EXIT_OVERRIDE|REMAINING_WORK|STATUS|PHASE|ITERATION|NONCE|REFACTORING_COMPLETE|TESTS_STATUS|BLOCKERS)[ \t]*:/;
const DECIDING = /^(?:EXIT_STATUS|EXIT_REASON|EXIT_CONFIDENCE|EXIT_OVERRIDE|REMAINING_WORK)[ \t]*:/i;

/** The last opened block of a dialect: forms as RULES 3.6 tells them. */
export const findBlock = (text: string, dialect: Exclude<Dialect, 'apm2'>): Found | null => {
  const lines = saidLines(text).filter((line) => line !== null);
  const numbers = saidLines(text).flatMap((line, index) => (line === null ? [] : [index + 1]));
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at] ?? '';
    const rest = lines.slice(at + 1);
    const marker = { prp: 'PRP_PHASE_STATUS', ralph: 'RALPH_STATUS', doyaken: '', cub: '' }[dialect];
    const number = numbers[at] ?? 0;
    if (marker !== '' && bold(line) === `---${marker}---`) {
      const end = rest.findIndex((each) => bold(each) === `---END_${marker}---`);
      return { line: number, lines: end === -1 ? rest : rest.slice(0, end), closed: end !== -1 };
    }
    const header = { prp: null, ralph: 'RALPH_STATUS:', doyaken: 'DOYAKEN_STATUS:', cub: null }[dialect];
    if (header !== null && bold(line) === header) {
      const end = rest.findIndex((each) => !/^[ \t]/.test(each));
      return { line: number, lines: end === -1 ? rest : rest.slice(0, end), closed: true };
    }
  }
  return dialect === 'cub' ? findRun(lines, numbers) : null;
};

/** Forward, since where a run begins is told by what stands before it. */
const findRun = (lines: readonly string[], numbers: readonly number[]): Found | null => {
  let found: Found | null = null;
  let at = 0;
  while (at < lines.length) {
    if (!KEYS.test(bold(lines[at] ?? ''))) at += 1;
    else {
      let end = at + 1;
      while (
        end < lines.length && /^[ \t]|^[-*+][ \t]/.test(lines[end] ?? '')
          ? true
          : KEYS.test(bold(lines[end] ?? '').toUpperCase())
      )
        end += 1;
      const run = lines.slice(at, end);
      if (run.some((line) => DECIDING.test(bold(line)))) found = { line: numbers[at] ?? 0, lines: run, closed: true };
      at = end;
    }
  }
  return found;
};
