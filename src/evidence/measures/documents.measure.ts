/**
 * The documents of the workspace: read when a condition asks for one of their metrics, since that costs a look at each.
 */
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import type { Finding } from '../../../gates/iteration.ts';
import type { Metrics } from '../../../gates/metrics.ts';
import type { CheckOptions } from '../documents/check-diagrams.ts';
import { finding, type FindingCode } from '../findings/findings.ts';
import { asOfStart, type DocumentsQuestion } from './changed-documents.measure.ts';
import { readDocumentsSinceStart } from './documents/documents-since-start.ts';
import { asksFor, asksForMetric, type Measure } from './measure.ts';
import { METRICS_OF } from './metrics-of-measures.ts';

export const documents = {
  after: 'tests',
  metrics: METRICS_OF.documents,
  measure: async (question: DocumentsQuestion) => {
    const { config, gate, tests, abort } = question;
    if (!asksForDocuments(gate)) return { metrics: {} };
    // Readers of diagrams are large, and most iterations need none.
    const { gatherDocuments } = await import('../documents/gather-documents.ts');
    const {
      findings,
      unchecked: _unchecked,
      ...metrics
    } = await gatherDocuments(config.folder, {
      globs: config.documents.globs,
      files: tests.after.files.keys(),
      signal: abort,
    });
    const isShort =
      asksForMetric(gate, 'docs_generated') && metrics.docs_generated < config.documents.required_docs_count;
    const since = isShort ? await readDocumentsSinceStart(asOfStart(question)) : null;
    return { metrics, findings: [...findings, ...nameMissing(gate, metrics, findings), ...(since?.outside ?? [])] };
  },
} as const satisfies Measure;

/** Parts that a condition requires and no document has; a broken one of its kind has a finding of its own. */
const nameMissing = (
  gate: CompiledGate,
  { diagrams_total, has_c4_diagrams, has_adr }: Pick<Metrics, 'has_c4_diagrams' | 'has_adr'> & Diagrams,
  findings: readonly Finding[],
): readonly Finding[] => {
  const asks = (...names: readonly string[]) => names.some((name) => asksForMetric(gate, name));
  const isOff = (code: FindingCode) => findings.some((each) => each.code === code);
  const missing: Finding[] = [];
  if (diagrams_total === 0 && asks('all_diagrams_valid', 'has_c4_diagrams', 'diagrams_total', 'diagrams_valid'))
    missing.push(finding('document.none_found', { what: 'diagram', wayOut: DRAW }));
  else if (has_c4_diagrams === false && asks('has_c4_diagrams'))
    missing.push(finding('document.none_found', { what: 'valid C4 diagram', wayOut: DRAW }));
  if (has_adr === false && asks('has_adr') && !isOff('document.no_decision_record'))
    missing.push(finding('document.none_found', { what: 'decision record', wayOut: DECIDE }));
  return missing;
};

interface Diagrams {
  readonly diagrams_total: number;
}

const DRAW = 'draw one in a ```mermaid block with C4Context, C4Container or C4Component';
const DECIDE =
  'write one in a folder named adr or decisions, with text below each of the headings Status, Context and Decision';

/** Does the phase's condition ask for documents? */
export const asksForDocuments = (gate: CompiledGate): boolean => asksFor(gate, documents.metrics);

/** Before a run: what holds a phase that asks for diagrams, which nothing here can check; null where they can be. */
export const foreseeHold = async (
  gates: readonly CompiledGate[],
  options: CheckOptions = {},
): Promise<string | null> => {
  const asking = gates.filter(asksForDocuments).map(({ phase }) => phase.phase);
  if (asking.length === 0) return null;
  const { canCheckDiagrams } = await import('../documents/check-diagrams.ts');
  return (await canCheckDiagrams(options))
    ? null
    : `${asking.join(', ')} will be held: it needs diagrams, and Mermaid, which checks them, is not installed. Install mermaid beside dualgate (npm install mermaid); a run that waits continues with dualgate resume.`;
};
