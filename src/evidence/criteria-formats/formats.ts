/** The formats of acceptance criteria. The first one whose structure a file has reads it. */
import type { Criterion } from '../criteria.ts';
import { checkboxesFormat } from './checkboxes.format.ts';
import type { CriteriaFormat } from './format.ts';
import { headingFormat } from './heading.format.ts';
import { openSpecFormat } from './openspec.format.ts';
import { specKitFormat } from './spec-kit.format.ts';
import { taskListFormat } from './task-list.format.ts';

/** Checkboxes come last: Spec Kit and others use them for their own checklists. */
export const CRITERIA_FORMATS: readonly CriteriaFormat[] = [
  taskListFormat,
  specKitFormat,
  openSpecFormat,
  headingFormat,
  checkboxesFormat,
];

export interface SpecReading {
  /** `null` if there are no criteria. */
  readonly format: CriteriaFormat | null;
  readonly criteria: readonly Criterion[];
}

/** The criteria of a spec, by its format. */
export const readSpec = (text: string): SpecReading => {
  for (const format of CRITERIA_FORMATS) {
    const criteria = format.read(text);
    if (criteria !== null && criteria.length > 0) return { format, criteria };
  }
  return { format: null, criteria: [] };
};
