/**
 * JSON that is spread over several lines, handed on as one line: what begins at the start of a line with a brace or a bracket,
 * and ends with one there. Whole lines go through as they are; what does not end is dropped, never repaired (RULES 3.1).
 *
 * @module
 */
import type { Extractor } from './extractor.ts';

/** UTF-16 units. */
const MAX_LENGTH = 8 * 1024 * 1024;

/** An extractor that is given lines of any kind, and gives `inner` those that are JSON. */
export const joinJson = (inner: Extractor): Extractor => {
  let pending: string[] | null = null;
  let length = 0;

  const take = (text: string): boolean => {
    if (!isJson(text)) return false;
    inner.line(text);
    pending = null;
    return true;
  };
  return {
    line: (raw) => {
      const line = raw.trimEnd();
      if (/^[{[]/.test(line)) {
        if (/[}\]],?$/.test(line) && take(line.replace(/,$/, ''))) return 'none';
        pending = [line];
        length = line.length;
      } else if (pending !== null) {
        length += line.length + 1;
        if (length > MAX_LENGTH) pending = null;
        else {
          pending.push(line);
          if (/^[}\]],?$/.test(line)) take(pending.join('\n').replace(/,$/, ''));
        }
      }
      return 'none';
    },
    end: () => inner.end(),
  };
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
