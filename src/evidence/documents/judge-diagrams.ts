/** Has every diagram read by the reader of its language. */
import { splitLines } from '../markdown.ts';
import { checkDiagrams, type CheckOptions, type DiagramVerdict } from './check-diagrams.ts';
import {
  type Diagram,
  judgeC4Plantuml,
  judgeWorkspace,
  structurizrInclude,
  libraryOf,
  plantumlInclude,
  unwrapPlantuml,
  type SourceLine,
} from './judge-c4.ts';
import { describeCause } from '../../base/text/describe-cause.ts';
import { dirname, join } from 'node:path/posix';

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

export interface PlacedDiagram extends Diagram {
  /** The document that contains it. */
  readonly path: string;
}

interface JudgeOptions extends CheckOptions {
  readonly readSource: (path: string) => Promise<string | null>;
}

/** Verdicts in the order of the diagrams; never throws. */
export const judgeDiagrams = async (
  diagrams: readonly PlacedDiagram[],
  options: JudgeOptions,
): Promise<readonly DiagramVerdict[]> => {
  const ofMermaid = diagrams.filter(({ language }) => language === 'mermaid');
  const checked = await checkDiagrams(
    ofMermaid.map(({ source }) => source),
    options,
  );
  const verdicts = new Map<PlacedDiagram, DiagramVerdict>();
  for (const [at, diagram] of ofMermaid.entries()) {
    const verdict = checked[at];
    if (verdict !== undefined) verdicts.set(diagram, verdict);
  }
  for (const diagram of diagrams) {
    if (diagram.language === 'mermaid') continue;
    verdicts.set(diagram, await judgeOther(diagram, options).catch(giveUp));
  }
  return diagrams.map((diagram) => verdicts.get(diagram) ?? UNANSWERED);
};

/** Does it show a system by the C4 model? */
export const isC4 = ({ kind }: DiagramVerdict): boolean =>
  kind === STRUCTURIZR ||
  kind === C4_PLANTUML ||
  /^C4(?:Context|Container|Component|Dynamic|Deployment)$/.test(kind ?? '');

const STRUCTURIZR = 'Structurizr DSL';
const C4_PLANTUML = 'C4-PlantUML';
const UNANSWERED: DiagramVerdict = { verdict: 'unchecked', kind: null, reason: 'its checker gave no answer' };

const judgeOther = async (diagram: PlacedDiagram, { readSource }: JudgeOptions): Promise<DiagramVerdict> => {
  const { path, source, language } = diagram;
  const isPlantuml = language === 'plantuml';
  const { lines, unread } = await expandIncludes(source, {
    path,
    readSource,
    includeOf: isPlantuml ? plantumlInclude : structurizrInclude,
    unwrap: isPlantuml ? unwrapPlantuml : undefined,
  });
  const kind = isPlantuml ? kindOfPlantuml(lines) : STRUCTURIZR;
  if (unread !== '') return { verdict: 'unchecked', kind, reason: unread };
  const refusal = isPlantuml ? judgeC4Plantuml(lines) : judgeWorkspace(lines);
  return refusal === null ? { verdict: 'valid', kind, reason: '' } : { ...refusal, kind };
};

const kindOfPlantuml = (lines: readonly SourceLine[]): string =>
  lines.some(({ text }) => libraryOf(text) !== null) ? C4_PLANTUML : 'PlantUML';

const giveUp = (error: unknown): DiagramVerdict => ({
  verdict: 'unchecked',
  kind: null,
  reason: `its reader failed: ${describeCause(error)}`,
});
