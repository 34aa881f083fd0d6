/**
 * The documents and diagrams of a commit: are they what the gate of the phase asks for?
 *
 * @module
 */
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import { looksAt, renderUnmet } from '../../../gates/verdict.ts';
import type { Config } from '../../config/shape-config.ts';
import { gatherDocuments } from '../../evidence/documents/gather-documents.ts';
import { documents } from '../../measures/documents.measure.ts';
import { type Claim, claim } from './claim.ts';
import { showCount } from '../../text/amounts.ts';

/** What the documents of a commit show (RULES 2.9). `files`: of the workspace. */
export const judgeDocuments = async (
  { phase, gate_1 }: CompiledGate,
  workspace: string,
  { documents: { globs, required_docs_count } }: Config,
  files: readonly string[],
): Promise<Claim> => {
  const { findings, ...measured } = await gatherDocuments(workspace, { globs, files });
  const known = { ...measured, required_docs_count };
  const unmet = gate_1
    .judge(known)
    .unmet.filter((clause) => looksAt(clause, Object.keys(documents.metrics)))
    .filter(({ metrics = [] }) => metrics.every((name) => Object.hasOwn(known, name)));
  return claim(
    `${phase.phase} documents`,
    `${showCount(measured.docs_generated, 'document')} and ${showCount(measured.diagrams_total, 'diagram')} say something and are valid; what the gate asks of them holds`,
    unmet.length === 0 ? [] : [...unmet.map(renderUnmet), ...findings.map(({ text }) => text)],
  );
};
