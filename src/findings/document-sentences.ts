/**
 * The sentences of findings about documents (rule 2.9); `findings.ts` has the others.
 *
 * @module
 */
import { showCount, showNumber } from '../text/amounts.ts';

export interface Where {
  readonly path: string;
}

export interface Line extends Where {
  readonly line: number;
}

export interface DiagramFacts extends Line {
  /** '' if unknown. */
  readonly kind: string;
  readonly reason: string;
}

const nameDiagram = ({ path, line, kind }: DiagramFacts): string =>
  `${path}:${line}: the diagram${kind === '' ? '' : ` (${kind})`}`;

export const DOCUMENT_SENTENCES = {
  'document.not_plain': ({ path, most }: Where & { readonly most: number }) =>
    `${path}: does not count as a document: it must be a regular file of at most ${showNumber(most)} bytes`,
  'document.part_of_diagram': ({ path }: Where) =>
    `${path}: only a part of a diagram: begin PlantUML with @startuml, and Structurizr DSL with a workspace`,
  'document.diagram_invalid': (facts: DiagramFacts) => `${nameDiagram(facts)} is not valid: ${facts.reason}`,
  'document.diagram_unchecked': (facts: DiagramFacts) => `${nameDiagram(facts)} could not be checked: ${facts.reason}`,
  'document.does_not_count': ({ path, lack }: Where & { readonly lack: string }) =>
    `${path}: does not count as a document: ${lack}`,
  'document.no_decision_record': ({ path, lacks }: Where & { readonly lacks: readonly string[] }) =>
    `${path}: does not count as a decision record: it lacks ${lacks.join(', ')}`,
  'document.none_found': ({ what, wayOut }: { readonly what: string; readonly wayOut: string }) =>
    `No ${what} was found: ${wayOut}.`,
  'document.nothing_earlier': () =>
    'docs_changed was not measured: the commit that the run began at has no files. Restore it.',
  'document.none_changed': ({ globs }: { readonly globs: readonly string[] }) =>
    `This run changed no document: describe the change in a file that matches ${globs.join(', ')}.`,
  'document.says_nothing_new': ({ path, lacks }: Where & { readonly lacks: readonly string[] }) =>
    `${path} was changed, but does not count: ${lacks.join('; ')}.`,
  'document.outside': ({ path, globs }: Where & { readonly globs: readonly string[] }) =>
    `${path} was changed, but is not a document: documents.globs has ${globs.join(', ')}.`,
  'document.broken_link': ({
    path,
    line,
    target,
    reason,
  }: Line & { readonly target: string; readonly reason: string }) =>
    `${path}:${line}: the link ${target} is broken: ${reason}`,
  'document.broken_link.more': ({ count }: { readonly count: number }) =>
    `And ${showCount(count, 'more link')} ${count === 1 ? 'is' : 'are'} broken.`,
} as const;
