/**
 * Has every diagram read by the reader of its language: Mermaid by Mermaid itself, in a child process with a time limit;
 * Structurizr DSL and C4-PlantUML as far as rule 2.9 asks, in one go over lines that are bounded in number.
 */
import { checkDiagrams, type CheckOptions, type DiagramVerdict } from './check-diagrams.ts';
import {
  type Diagram,
  judgeC4Plantuml,
  judgeWorkspace,
  structurizrInclude,
  libraryOf,
  plantumlInclude,
  unwrapPlantuml,
} from './judge-c4.ts';
import { expandIncludes, type SourceLine } from './expand-includes.ts';
import { describeCause } from '../../base/text/describe-cause.ts';

export interface PlacedDiagram extends Diagram {
  /** The document that contains it. */
  readonly path: string;
}

interface JudgeOptions extends CheckOptions {
  /** The text of a source of the workspace; null when there is none of this path. */
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
