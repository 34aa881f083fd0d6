import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PHASES } from '../../../gates/index.ts';
import { canCheckDiagrams, checkDiagrams } from '../../../src/evidence/documents/check-diagrams.ts';
import { readChart } from '../../../src/page/graph/lay-out-states.ts';
import { nameForMermaid, renderMermaid } from '../../../src/page/graph/render-mermaid.ts';
import { aPhaseList, phasesNamed } from './phase-lists.ts';

const hasMermaid = await canCheckDiagrams();
/** Words of the language, hyphens, and the names of the chart's own states. */
const AWKWARD =
  'state note end as class classDef style direction default fork root Active code-review code_review x-- a- end-x completed aborted needsHuman working WORKING_'.split(
    ' ',
  );

describe('the chart as a Mermaid diagram', () => {
  it('has every state and every arrow, those between phases within the state that holds them', () => {
    expect(renderMermaid({ phases: DEFAULT_PHASES.slice(0, 2) })).toBe(`stateDiagram-v2
  [*] --> working
  state working {
    [*] --> red
    state "RED" as red
    state "GREEN" as green
    state "the phase that was active before (history)" as where
    red --> green: ITERATION [gatesAgree]
    red --> red: ITERATION (held)
    red --> green: SKIP
    green --> green: ITERATION (held)
  }
  working --> needsHuman: HALT
  green --> completed: ITERATION [gatesAgree]
  green --> completed: SKIP
  needsHuman --> where: RESUME
  needsHuman --> where: SKIP
  working --> aborted: ABORT
  needsHuman --> aborted: ABORT
  completed --> [*]
  aborted --> [*]`);
  });

  it('shows the state of the run, and by more than a colour', () => {
    const plain = renderMermaid({ phases: DEFAULT_PHASES });
    expect(renderMermaid({ phases: DEFAULT_PHASES }, { active: 'tdd.working.green' })).toBe(
      `${plain}\n  classDef active stroke-width:4px,font-weight:bold\n  class green active`,
    );
    expect(renderMermaid({ phases: DEFAULT_PHASES }, { active: 'tdd.working.qa' })).toBe(plain);
  });

  it('says in quotes what a phase is called whose name Mermaid would read as something else', () => {
    const diagram = renderMermaid({ phases: phasesNamed(['Code-Review', 'STATE', 'completed']) });
    expect(diagram).toContain('state "Code-Review" as code_review\n');
    expect(diagram).toContain('state "STATE" as state_\n');
    expect(diagram).toContain('state "completed" as completed_\n');
    expect(diagram).not.toContain('as completed\n');
    expect(diagram).toContain('completed_ --> completed: ITERATION [gatesAgree]\n');
  });

  it('never gives two states one name, whatever the phases are called', () => {
    fc.assert(
      fc.property(aPhaseList, (phases) => {
        const { states } = readChart({ phases });
        const names = [...nameForMermaid(states).values()];
        expect(new Set(names).size).toBe(states.length);
        expect(names.filter((name) => !/^\w+$/.test(name))).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it.skipIf(!hasMermaid)(
    'is read by Mermaid with every awkward name (needs the optional dependency mermaid)',
    async () => {
      const [verdict] = await checkDiagrams([
        renderMermaid({ phases: phasesNamed(AWKWARD) }, { active: 'tdd.working.code-review' }),
      ]);
      expect(verdict).toMatchObject({ verdict: 'valid' });
    },
  );
});
