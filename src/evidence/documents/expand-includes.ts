/**
 * The source of a diagram with the files that it includes in their places: those of the workspace. Other files are not
 * fetched, and a diagram that needs one cannot be checked.
 */
import { dirname, join } from 'node:path/posix';

export interface SourceLine {
  /** Line of the outermost source, from 1: where people look for it. */
  readonly line: number;
  readonly text: string;
}

interface Expanded {
  readonly lines: readonly SourceLine[];
  /** Why not all of it could be read; `''` when it could. */
  readonly unread: string;
}

interface IncludeOptions {
  /** The folder of the source, relative to the workspace. */
  readonly path: string;
  /** The text of a source of the workspace; null when there is none of this path. */
  readonly readSource: (path: string) => Promise<string | null>;
  /** The path that a line includes, or null when the line includes nothing. */
  readonly includeOf: (text: string) => string | null;
  /** Takes from an included file what does not belong in the middle of another. */
  readonly unwrap?: ((lines: readonly string[]) => readonly string[]) | undefined;
}

const MOST_LINES = 50_000;
const DEEPEST = 10;

/** Reads a source with its local includes; never throws. */
export const expandIncludes = async (source: string, options: IncludeOptions): Promise<Expanded> => {
  const lines: SourceLine[] = [];
  const walk = async (texts: readonly string[], path: string, depth: number, outer: number | null): Promise<string> => {
    for (const [at, text] of texts.entries()) {
      const line = outer ?? at + 1;
      const target = options.includeOf(text);
      if (target === null) {
        lines.push({ line, text });
        if (lines.length > MOST_LINES) return `it has more than ${MOST_LINES} lines, including its includes`;
        continue;
      }
      if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return `line ${line} includes ${target}, which is not fetched`;
      if (depth === DEEPEST) return `line ${line}: includes are nested more than ${DEEPEST} levels deep`;
      const place = join(dirname(path), target);
      const content = await options.readSource(place);
      if (content === null) return `line ${line} includes ${target}, which is not a source of this workspace`;
      const inner = splitLines(content);
      const unread = await walk(options.unwrap?.(inner) ?? inner, place, depth + 1, line);
      if (unread !== '') return unread;
    }
    return '';
  };
  const unread = await walk(splitLines(source), options.path, 0, null);
  return { lines, unread };
};

const splitLines = (text: string): readonly string[] => text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
