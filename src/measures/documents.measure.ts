/**
 * The documents of the workspace: read when a condition asks for one of their metrics, since that costs a look at each.
 *
 * @module
 */
import type { CompiledGate } from '../../gates/compile-gates.ts';
import { count } from '../../gates/metrics.ts';
import { asksFor, type Measure, standard } from './measure.ts';

export const documents = {
  after: 'tests',
  metrics: {
    ...standard('docs_generated'),
    empty_documents: count(
      'documents that match the configured globs and have no content: only headings, code and unfilled parts of a template',
    ),
    broken_links: count('broken relative links and anchors in the documents'),
    diagrams_total: count('diagrams in the documents: Mermaid, Structurizr DSL, PlantUML'),
    diagrams_valid: count('valid diagrams with content'),
    ...standard('all_diagrams_valid', 'has_adr', 'has_c4_diagrams'),
  },
  findProblems: async (_config, gates) => {
    const problem = await findDiagramProblem(gates);
    return problem === null ? [] : [problem];
  },
  measure: async ({ config, gate, tests: { after }, abort }) => {
    if (!asksForDocuments(gate)) return { metrics: {} };
    // Readers of diagrams are large, and most iterations need none.
    const { gatherDocuments } = await import('../evidence/documents/gather-documents.ts');
    const {
      findings,
      unchecked: _unchecked,
      ...metrics
    } = await gatherDocuments(config.folder, {
      globs: config.documents.globs,
      files: after.files.keys(),
      signal: abort,
    });
    return { metrics, findings };
  },
} as const satisfies Measure;

/** Does the phase's condition ask for documents? */
export const asksForDocuments = (gate: CompiledGate): boolean => asksFor(gate, documents.metrics);

/** Whether the diagrams that a phase asks for can be checked on this machine; null where they can. */
export const findDiagramProblem = async (gates: readonly CompiledGate[]): Promise<string | null> => {
  const asking = gates.filter(asksForDocuments).map(({ phase }) => phase.phase);
  if (asking.length === 0) return null;
  const { canCheckDiagrams } = await import('../evidence/documents/check-diagrams.ts');
  return (await canCheckDiagrams())
    ? null
    : `${asking.join(', ')} needs diagrams, which cannot be checked here. Install mermaid beside dualgate (npm install mermaid), or remove the phase from the config.`;
};
