/**
 * The evidence of DOCUMENT (RULES 2.9): documents that say something, diagrams that Mermaid accepts and that say
 * something, a decision record, C4 diagrams.
 *
 * @module
 */
import { lstat, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import picomatch from 'picomatch';
import { checkDiagrams, type CheckOptions, type DiagramVerdict } from './check-diagrams.ts';
import { readDocument, type Diagram, type Document } from './read-document.ts';

export interface DocumentEvidence {
  readonly docs_generated: number;
  readonly diagrams_total: number;
  readonly diagrams_valid: number;
  readonly all_diagrams_valid: boolean;
  readonly has_adr: boolean;
  readonly has_c4_diagrams: boolean;
  /** Sentences for people: each diagram that is not valid and each document or record that does not count, with the reason. */
  readonly notes: readonly string[];
  /** Diagrams that could not be checked; they are in the total and not among the valid. */
  readonly unchecked: number;
}

export interface DocumentOptions extends CheckOptions {
  /** Which sources are documents. */
  readonly globs: readonly string[];
  /** Paths of the sources, relative to the workspace, as the fingerprint has them. */
  readonly files: Iterable<string>;
}

/** A document of fewer words says nothing, unless it holds a valid diagram. */
const LEAST_WORDS = 20;
const LEAST_DIFFERENT_WORDS = 10;
const MOST_BYTES = 2_000_000;

/** Reads the documents of a workspace and has all their diagrams checked; never throws for what it finds there. */
export const gatherDocuments = async (workspace: string, options: DocumentOptions): Promise<DocumentEvidence> => {
  const isDocument = picomatch([...options.globs], { dot: true, flags: 's' });
  const notes: string[] = [];
  const documents: Document[] = [];
  for (const path of [...options.files].filter((file) => isDocument(file)).sort()) {
    const content = await readText(resolve(workspace, path));
    if (content === null) notes.push(`${path}: not a document: it is no plain file of at most ${MOST_BYTES} bytes`);
    else documents.push(readDocument(path, content));
  }

  const diagrams = documents.flatMap((document) =>
    document.diagrams.map(({ line, source }) => ({ document, line, source })),
  );
  const verdicts = await checkDiagrams(
    diagrams.map(({ source }) => source),
    options,
  );
  const checked = diagrams.map(({ document, line, source }, at): CheckedDiagram => {
    const { verdict, kind, reason } = verdicts[at] ?? UNANSWERED;
    return { document, line, source, verdict, kind, reason };
  });
  const valid = checked.filter(({ verdict }) => verdict === 'valid');
  notes.push(...checked.filter(({ verdict }) => verdict !== 'valid').map(complain));

  const seen = new Set<string>();
  const counting = documents.filter((document) => {
    const lack = findLack(document, new Set(valid.filter((one) => one.document === document).map(contentOf)), seen);
    if (lack !== '') notes.push(`${document.path}: does not count as a document: ${lack}`);
    return lack === '';
  });
  const hasAdr = counting.some(({ adrLacks }) => adrLacks?.length === 0);
  if (!hasAdr) notes.push(...counting.flatMap(missAdr));
  return {
    docs_generated: counting.length,
    diagrams_total: checked.length,
    diagrams_valid: valid.length,
    all_diagrams_valid: checked.length > 0 && valid.length === checked.length,
    has_adr: hasAdr,
    has_c4_diagrams: valid.some(
      ({ kind }) => kind !== null && /^C4(?:Context|Container|Component|Dynamic|Deployment)$/.test(kind),
    ),
    notes,
    unchecked: checked.filter(({ verdict }) => verdict === 'unchecked').length,
  };
};

interface CheckedDiagram extends Diagram, DiagramVerdict {
  readonly document: Document;
}

const UNANSWERED: DiagramVerdict = { verdict: 'unchecked', kind: null, reason: 'no answer' };

/** `null` for what is not a plain file, is too large, or went away meanwhile. */
const readText = async (path: string): Promise<string | null> => {
  try {
    const found = await lstat(path);
    return found.isFile() && found.size <= MOST_BYTES ? await readFile(path, 'utf8') : null;
  } catch {
    return null;
  }
};

/** Why a document does not count; `''` when it does. What was said by an earlier document is not said again by a copy. */
const findLack = ({ words }: Document, diagrams: ReadonlySet<string>, seen: Set<string>): string => {
  const different = new Set(words).size;
  const hasProse = words.length >= LEAST_WORDS && different >= LEAST_DIFFERENT_WORDS;
  if (!hasProse && diagrams.size === 0) {
    return `it has ${words.length} words of prose (${different} different ones) and no valid diagram; ${LEAST_WORDS} words, ${LEAST_DIFFERENT_WORDS} of them different, are asked for`;
  }
  const said = JSON.stringify([hasProse ? words : [], [...diagrams]]);
  if (seen.has(said)) return 'it says the same as another document';
  seen.add(said);
  return '';
};

const missAdr = ({ path, adrLacks }: Document): readonly string[] =>
  adrLacks === null || adrLacks.length === 0
    ? []
    : [`${path}: does not count as a decision record: it lacks ${adrLacks.join(', ')}`];

const contentOf = ({ source }: Diagram): string => source.replace(/\s+/g, ' ').trim();

const complain = ({ document, line, kind, verdict, reason }: CheckedDiagram): string => {
  const what = verdict === 'invalid' ? 'is not valid' : 'could not be checked';
  return `${document.path}:${line}: the diagram${kind === null ? '' : ` (${kind})`} ${what}: ${reason}`;
};
