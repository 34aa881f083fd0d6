/**
 * The rules of a block told once more, over a whole text in memory, line after line and without any haste: what the reader
 * is held against. It knows nothing of bytes, chunks, needles or bounds.
 */
import type { DialectName } from '../../src/signals/systems/dialects.ts';
import {
  closesFence,
  leavesFence,
  openFence,
  type CodeFence,
  type CommentState,
  followComment,
} from '../../src/signals/blocks/place-lines.ts';
import { normaliseLine } from '../../src/signals/patterns/scan-lines.ts';

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

/** The last opened block of a dialect: forms as rule 3.6 has them. */
export const findBlock = (text: string, dialect: DialectName): Found | null => {
  const lines = saidLines(text).filter((line) => line !== null);
  const numbers = saidLines(text).flatMap((line, index) => (line === null ? [] : [index + 1]));
  if (dialect === 'cub') return findRun(lines, numbers);
  if (dialect === 'apm2') return findObject(lines, numbers);
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at] ?? '';
    const rest = lines.slice(at + 1);
    const marker = { prp: 'PRP_PHASE_STATUS', ralph: 'RALPH_STATUS', doyaken: '' }[dialect];
    const number = numbers[at] ?? 0;
    if (marker !== '' && bold(line) === `---${marker}---`) {
      const end = rest.findIndex((each) => bold(each) === `---END_${marker}---`);
      return { line: number, lines: end === -1 ? rest : rest.slice(0, end), closed: end !== -1 };
    }
    const header = { prp: null, ralph: 'RALPH_STATUS:', doyaken: 'DOYAKEN_STATUS:' }[dialect];
    if (header !== null && bold(line) === header) {
      const end = rest.findIndex((each) => !/^[ \t]/.test(each));
      return { line: number, lines: end === -1 ? rest : rest.slice(0, end), closed: true };
    }
  }
  return null;
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

/** The last object that begins a line, and is cut or speaks of an exit; one that is open ends where another begins. */
const findObject = (lines: readonly string[], numbers: readonly number[]): Found | null => {
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    if (lines[at]?.startsWith('{') !== true) continue;
    const next = lines.findIndex((line, other) => other > at && line.startsWith('{'));
    const all = lines.slice(at, next === -1 ? lines.length : next);
    const depths = all.map((_, index) => depthOf(all.slice(0, index + 1)));
    const last = depths.findIndex((depth) => depth <= 0);
    const own = last === -1 ? all : all.slice(0, last + 1);
    if (last === -1 || SPEAKS.test(decodeEscapes(own.join('\n')))) {
      return { line: numbers[at] ?? 0, lines: own, closed: last !== -1 };
    }
  }
  return null;
};

const SPEAKS = /protocol|phase_completed|exit_reason/;

const decodeEscapes = (text: string): string =>
  text.replaceAll(/\\u[0-9a-f]{4}/gi, (escape) => String(JSON.parse(`"${escape}"`)));

/** Braces outside of strings, none of which goes over the end of a line. */
const depthOf = (lines: readonly string[]): number => {
  const bare = lines.map((line) => line.replaceAll(/"(?:[^"\\]|\\.?)*"?/g, '')).join('');
  return bare.split('{').length - bare.split('}').length;
};
