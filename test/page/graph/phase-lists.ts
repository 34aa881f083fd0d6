/** Lists of phases for the tests of the chart's pictures: only their names and their number differ. */
import * as fc from 'fast-check';
import { DEFAULT_PHASES, type Phase } from '../../../gates/index.ts';

export const phasesNamed = (names: readonly string[]): readonly Phase[] =>
  names.map((phase) => ({ ...DEFAULT_PHASES[1], phase }));

const aName = fc
  .oneof(
    fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,60}$/),
    fc.stringMatching(/^[WMwm]{1,60}$/),
    fc.constantFrom('working', 'completed', 'aborted', 'needsHuman', 'start', 'tdd', 'constructor', 'state-', 'state_'),
  )
  .filter((name) => name.toLowerCase() !== 'where');

/** One to fourteen phases, their names short, long, wide, or those of other states. */
export const aPhaseList: fc.Arbitrary<readonly Phase[]> = fc
  .uniqueArray(aName, { minLength: 1, maxLength: 14, selector: (name) => name.toLowerCase() })
  .map(phasesNamed);
