/**
 * A diagram in a document.
 *
 * @module
 */

export type DiagramLanguage = 'mermaid' | 'plantuml' | 'structurizr';

export interface Diagram {
  /** Line of the document where it begins, from 1. */
  readonly line: number;
  readonly language: DiagramLanguage;
  readonly source: string;
}
