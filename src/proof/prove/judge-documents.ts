/**
 * The documents and diagrams of a commit: are they there, and valid?
 *
 * @module
 */
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import type { Config } from '../../config/config.ts';
import { gatherDocuments } from '../../evidence/documents/gather-documents.ts';
import { type Claim, claim } from './claim.ts';
import { showCount } from '../../text/amounts.ts';

const DOCUMENT_METRICS: ReadonlySet<string> = new Set([
  'docs_generated',
  'all_diagrams_valid',
  'has_adr',
  'has_c4_diagrams',
]);

/** Does the phase's condition ask for documents? */
export const asksForDocuments = ({ gate_1 }: CompiledGate): boolean =>
  [...gate_1.metrics].some((metric) => DOCUMENT_METRICS.has(metric));

/** What the documents of a commit show (RULES 2.9). `name`: of the phase; `files`: of the workspace. */
export const judgeDocuments = async (
  name: string,
  workspace: string,
  { documents }: Config,
  files: readonly string[],
): Promise<Claim> => {
  const { docs_generated, diagrams_total, all_diagrams_valid, has_adr, has_c4_diagrams, notes } = await gatherDocuments(
    workspace,
    { globs: documents.globs, files },
  );
  const because = [
    ...(docs_generated >= documents.required_docs_count
      ? []
      : [`${docs_generated} of ${documents.required_docs_count} documents count`]),
    ...(diagrams_total > 0 && all_diagrams_valid ? [] : ['not every diagram is valid, or there is none']),
    ...(has_adr ? [] : ['there is no decision record']),
    ...(has_c4_diagrams ? [] : ['there is no C4 diagram']),
  ];
  return claim(
    `${name} documents`,
    `${showCount(docs_generated, 'document')} and ${showCount(diagrams_total, 'diagram')} say something and are valid; an ADR and C4 are among them`,
    because.length === 0 ? [] : [...because, ...notes],
  );
};
