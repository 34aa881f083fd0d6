/**
 * If a phase needs diagrams: can this machine check them (rule 2.6)?
 *
 * @module
 */
import { compileGates } from '../../../gates/compile-gates.ts';
import { asksForDocuments, foreseeHold } from '../../measures/documents.measure.ts';
import { type Check, ofConfig } from '../check.ts';
import { ok, warningOf } from '../finding.ts';

export const diagramsCheck: Check = {
  name: 'diagrams',
  needs: [],
  look: ofConfig(async (config) => {
    const gates = compileGates(config);
    const held = await foreseeHold(gates);
    if (held !== null) return warningOf(held);
    return ok(gates.some(asksForDocuments) ? 'mermaid is installed' : 'not needed: no phase requires diagrams');
  }),
};
