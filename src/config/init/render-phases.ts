/**
 * The phases of the config that `dualgate init` writes. A project that has code already gets a DOCUMENT gate that asks
 * for a document about the change; a new one keeps the gate of spec 001.
 *
 * @module
 */
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import { phasesOfQuick } from '../config-of-quick.ts';
import type { DocumentFacts } from './detect-documents.ts';

export const renderPhases = (facts: DocumentFacts, isQuick: boolean): readonly string[] => {
  if (isQuick)
    return [
      '# Only RED and GREEN. GREEN still needs the mutation check: the tests must notice small faults in the new code.',
      'phases:',
      ...phasesOfQuick(DEFAULT_PHASES).flatMap(({ phase, purpose, gate_1 }) => renderPhase(phase, purpose, gate_1)),
    ];
  if (!facts.hasCode) return SPECIFIED;
  return [
    '# The phases and their gates. DOCUMENT fits a project that exists: without this list, it requires three documents,',
    '# a decision record and a C4 diagram.',
    'phases:',
    ...DEFAULT_PHASES.flatMap((phase) =>
      renderPhase(phase.phase, phase.purpose, phase.phase === 'DOCUMENT' ? documentGate(facts) : phase.gate_1),
    ),
  ];
};

const SPECIFIED = [
  '# The phases are RED, GREEN, REFACTOR and DOCUMENT with the gates of the specification. To change them, list all of them:',
  '# phases:',
  '#   - phase: RED',
  '#     purpose: …',
  '#     gate_1: { name: …, condition: tests_failing == tests_total }',
  '#   - phases/green.yaml # a file with one phase in each document',
];

interface Gate {
  readonly name: string;
  readonly condition: string;
}

/** Asks for a kind of document only where the project has that kind already. */
const documentGate = ({ hasRecords, hasC4 }: DocumentFacts): Gate => ({
  name: 'Change Documented',
  condition: [
    'docs_changed >= 1',
    ...(hasRecords ? ['AND has_adr == true'] : []),
    ...(hasC4 ? ['AND has_c4_diagrams == true', 'AND all_diagrams_valid == true'] : []),
  ].join('\n'),
});

const renderPhase = (phase: string, purpose: string, { name, condition }: Gate): readonly string[] => [
  `  - phase: ${phase}`,
  `    purpose: ${phase === 'DOCUMENT' ? 'Verify the change is documented' : purpose}`,
  '    gate_1:',
  `      name: ${name}`,
  '      condition: |',
  ...condition.split('\n').map((line) => `        ${line}`),
];
