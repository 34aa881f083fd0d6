/** The evidence of DOCUMENT (rule 2.9). */
import { lstat } from 'node:fs/promises';
import { resolve } from 'node:path';
import picomatch from 'picomatch';
import type { Finding } from '../../../gates/iteration.ts';
import { finding } from '../findings/findings.ts';
import { findBrokenLinks, findingsOfLinks } from './broken-links.ts';
import type { CheckOptions, DiagramVerdict } from './check-diagrams.ts';
import { isC4, judgeDiagrams, type PlacedDiagram } from './judge-diagrams.ts';
import { type Document, readAnchors, readDocument } from './read-document.ts';
import { readText } from '../../base/files/open-plain.ts';

interface DocumentEvidence {
  readonly docs_generated: number;
  readonly empty_documents: number;
  readonly diagrams_total: number;
  readonly diagrams_valid: number;
  readonly all_diagrams_valid: boolean;
  readonly has_adr: boolean;
  readonly has_c4_diagrams: boolean;
  readonly broken_links: number;
  /** Each diagram that is not valid and each document, record or link that does not count, with the reason. */
  readonly findings: readonly Finding[];
}

interface DocumentOptions extends CheckOptions {
  /** Which sources are documents, in any letter case. */
  readonly globs: readonly string[];
  /** Paths of the sources, relative to the workspace, as the fingerprint has them. */
  readonly files: Iterable<string>;
}

const MOST_BYTES = 1_000_000;

/** Reads the documents of a workspace and has all their diagrams checked; never throws for what it finds there. */
export const gatherDocuments = async (workspace: string, options: DocumentOptions): Promise<DocumentEvidence> => {
  const isDocument = picomatch([...options.globs], { dot: true, flags: 'is' });
  const sources = new Set(options.files);
  const readSource = async (path: string): Promise<string | null> =>
    sources.has(path) ? readSmall(resolve(workspace, path)) : null;
  const findings: Finding[] = [];
  const documents: Document[] = [];
  for (const path of [...sources].filter((file) => isDocument(file)).sort()) {
    const content = await readSource(path);
    if (content === null) findings.push(finding('document.not_plain', { path, most: MOST_BYTES }));
    else documents.push(readDocument(path, content));
  }

  findings.push(
    ...documents.filter(({ isPart }) => isPart).map(({ path }) => finding('document.part_of_diagram', { path })),
  );

  const checked = await checkAll(documents, { ...options, readSource });
  const valid = checked.filter(({ verdict }) => verdict === 'valid');
  findings.push(...checked.filter(({ verdict }) => verdict !== 'valid').map(complain));

  const findLack = createLackFinder();
  const counting = documents.filter((document) => {
    const { path, words, isPart } = document;
    if (isPart) return false;
    const lack = findLack({
      words,
      diagrams: valid.filter((one) => one.path === path).map(({ source }) => source),
    });
    if (lack !== '') findings.push(finding('document.does_not_count', { path, lack }));
    return lack === '';
  });
  const hasAdr = counting.some(({ adrLacks }) => adrLacks?.length === 0);
  if (!hasAdr) findings.push(...documents.filter(({ isPart }) => !isPart).flatMap(missAdr));
  const broken = await findBrokenLinks(documents, { sources, anchorsOf: createAnchorReader(readSource) });
  findings.push(...findingsOfLinks(broken));
  return {
    docs_generated: counting.length,
    empty_documents: documents.filter(isEmpty).length,
    diagrams_total: checked.length,
    diagrams_valid: valid.length,
    all_diagrams_valid: checked.length > 0 && valid.length === checked.length,
    has_adr: hasAdr,
    has_c4_diagrams: valid.some(isC4),
    broken_links: broken.length,
    findings,
  };
};

interface CheckedDiagram extends PlacedDiagram, DiagramVerdict {}

const checkAll = async (
  documents: readonly Document[],
  options: Parameters<typeof judgeDiagrams>[1],
): Promise<readonly CheckedDiagram[]> => {
  const diagrams = documents.flatMap(({ path, diagrams: own }) => own.map((diagram) => ({ ...diagram, path })));
  const verdicts = await judgeDiagrams(diagrams, options);
  return diagrams.map((diagram, at) => ({
    ...diagram,
    ...(verdicts[at] ?? { verdict: 'unchecked', kind: null, reason: 'its checker gave no answer' }),
  }));
};

/** `null` for what is not a plain file, is too large, or went away meanwhile. */
const readSmall = async (path: string): Promise<string | null> => {
  try {
    const found = await lstat(path);
    return found.isFile() && found.size <= MOST_BYTES ? readText(path) : null;
  } catch {
    return null;
  }
};

const isEmpty = ({ words, diagrams, isPart }: Document): boolean =>
  !isPart && words.length === 0 && diagrams.length === 0;

const missAdr = ({ path, adrLacks }: Document): readonly Finding[] =>
  adrLacks === null || adrLacks.length === 0 ? [] : [finding('document.no_decision_record', { path, lacks: adrLacks })];

const complain = ({ path, line, kind, verdict, reason }: CheckedDiagram): Finding =>
  finding(verdict === 'invalid' ? 'document.diagram_invalid' : 'document.diagram_unchecked', {
    path,
    line,
    kind: kind ?? '',
    reason,
  });

const createAnchorReader = (
  readSource: (path: string) => Promise<string | null>,
): ((path: string) => Promise<ReadonlySet<string> | null>) => {
  const known = new Map<string, ReadonlySet<string> | null>();
  return async (path) => {
    const found = known.get(path);
    if (found !== undefined) return found;
    const content = await readSource(path);
    const anchors = content === null ? null : readAnchors(content);
    known.set(path, anchors);
    return anchors;
  };
};

interface Said {
  /** Words of its prose. */
  readonly words: readonly string[];
  /** Sources of its valid diagrams. */
  readonly diagrams: readonly string[];
}

/** A document of fewer words says nothing, unless it holds a valid diagram. */
const LEAST_WORDS = 20;
const LEAST_DIFFERENT_WORDS = 10;

/** Asked of one document after the other; each answer is for people, `''` when the document counts. */
const createLackFinder = (): ((said: Said) => string) => {
  const freshOf = createFreshWords();
  const drawn = new Set<string>();
  return ({ words, diagrams }) => {
    const own = diagrams.map((source) => source.replace(/\s+/g, ' ').trim());
    const fresh = freshOf(words);
    const isNew = own.some((diagram) => !drawn.has(diagram));
    for (const diagram of own) drawn.add(diagram);
    if (isNew || isProse(fresh)) return '';
    if (own.length > 0 || isProse(words)) return 'it has the same content as another document';
    return `it has ${words.length} words of prose (${new Set(words).size} different ones) and no valid diagram; ${LEAST_WORDS} words, ${LEAST_DIFFERENT_WORDS} of them different, are required`;
  };
};

const isProse = (words: readonly string[]): boolean =>
  words.length >= LEAST_WORDS && new Set(words).size >= LEAST_DIFFERENT_WORDS;

/** Two texts that share this many consecutive words are no coincidence. */
const ROW = 5;

/** Each answer is the given words that belong to a row of five that did not occur before. */
export const createFreshWords = (): ((words: readonly string[]) => readonly string[]) => {
  const said = new Set<string>();
  return (words) => {
    const rows = words.map((_, at) => words.slice(at, at + ROW).join(' '));
    const fresh = words.filter((_, at) => !said.has(rows[at] ?? ''));
    for (const row of rows) said.add(row);
    return fresh;
  };
};
