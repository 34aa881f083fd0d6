/**
 * How a reader of Structurizr DSL says no: with what is wrong, or with what it does not understand. The second is never
 * valid, and never called wrong either (rule 2.9).
 *
 * @module
 */
import type { Statement } from './read-statements.ts';

export interface Refusal {
  readonly verdict: 'invalid' | 'unchecked';
  readonly reason: string;
}

export const refuse = ({ line }: Pick<Statement, 'line'>, reason: string): Refusal => ({
  verdict: 'invalid',
  reason: `line ${line}: ${reason}`,
});

export const giveUp = ({ line }: Pick<Statement, 'line'>, reason: string): Refusal => ({
  verdict: 'unchecked',
  reason: `line ${line}: ${reason}`,
});

/** The first word of a statement, in lower case; `''` for a string or nothing. */
export const keywordOf = ({ words: [first] }: Statement): string =>
  first === undefined || first.quoted ? '' : first.text.toLowerCase();

/** Keywords with one meaning everywhere, which concern neither elements nor relations nor views. */
export const HARMLESS: ReadonlySet<string> = new Set([
  '!adrs',
  '!const',
  '!constant',
  '!decisions',
  '!docs',
  '!impliedrelationships',
  '!var',
  'description',
  'healthcheck',
  'instances',
  'metadata',
  'name',
  'perspectives',
  'properties',
  'tag',
  'tags',
  'technology',
  'title',
  'url',
]);
