/** Gives an id to each criterion of a spec that has none, so that each asks for a test of its own (rule 2.11). Pure. */
import { readSpec } from './formats.ts';

/** The marks before the words of a criterion: bullet and box, or the title of OpenSpec. */
const BEFORE_WORDS = /^\s*(?:#+\s+(?:scenario|requirement):\s*|(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)?/i;
const NUMBERED = /^([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-)(\d+)$/;

type Numbered = { readonly text: string; readonly ids: readonly string[] } | { readonly why: string };

/** @param taken - ids of other specs of the run @returns `why`: the rest of a sentence about the file */
export const numberCriteria = (text: string, taken: readonly string[] = []): Numbered => {
  const { format, criteria } = readSpec(text);
  const open = criteria.filter(({ id }) => id === null);
  if (open.length === 0) return { text, ids: [] };
  const known = [...criteria.flatMap(({ id }) => id ?? []), ...taken];
  const kinds = known.flatMap((id) => NUMBERED.exec(id)?.[1] ?? []);
  const prefix = kinds[0] ?? 'AC-';
  let last = Math.max(
    0,
    ...known.flatMap((id) => (NUMBERED.exec(id)?.[1] === prefix ? Number(NUMBERED.exec(id)?.[2]) : [])),
  );
  const lines = text.split('\n');
  const ids: string[] = [];
  for (const { line } of open) {
    const id = `${prefix}${(last += 1)}`;
    const at = BEFORE_WORDS.exec(lines[line - 1] ?? '')?.[0].length ?? 0;
    const written = lines[line - 1] ?? '';
    lines[line - 1] = `${written.slice(0, at)}${id}: ${written.slice(at)}`;
    ids.push(id);
  }
  const after = lines.join('\n');
  const read = readSpec(after);
  const isRead =
    read.format === format &&
    read.criteria.length === criteria.length &&
    read.criteria.every(({ id, line }, i) => id !== null && line === criteria[i]?.line);
  return isRead ? { text: after, ids } : { why: 'has a form in which dualgate cannot write ids: write them yourself' };
};
