/** The formats of acceptance criteria. The first one whose structure a file has reads it. */
import { type CriteriaFormat, type Criterion, readCriteria, splitId } from '../criteria.ts';
import { specKitFormat } from './spec-kit.format.ts';
import { taskListFormat } from './task-list.format.ts';
import { listItems, splitSections, type Section } from './list-items.ts';

const REQUIREMENT = /^requirement:\s*(\S.*)$/i;
const SCENARIO = /^scenario:\s*(\S.*)$/i;
const GONE = /^(?:removed|renamed) requirements\b/;
const TAG = /\s*\((?:added|modified)\)$/i;

export const openSpecFormat: CriteriaFormat = {
  name: 'openspec',
  title: 'OpenSpec',
  parts: 'scenarios of OpenSpec',
  read: (text) => {
    const sections = splitSections(text);
    const starts = sections.flatMap(({ title, level }, i) => (isHeading(level) && REQUIREMENT.test(title) ? [i] : []));
    if (starts.length === 0) return null;
    // A file of checkboxes may have such titles.
    if (!sections.some(isScenario) && readCriteria(text).length > 0) return null;
    return starts.flatMap((start, i) => readRequirement(sections.slice(start, starts[i + 1])));
  },
};

const isHeading = (level: number): boolean => level >= 1 && level <= 6;

const isScenario = ({ level, title }: Section): boolean => isHeading(level) && SCENARIO.test(title);

/** @param sections - from the requirement to the next one */
const readRequirement = ([requirement, ...below]: readonly Section[]): readonly Criterion[] => {
  if (requirement === undefined || requirement.titles.some((title) => GONE.test(title))) return [];
  const name = REQUIREMENT.exec(requirement.title)?.[1] ?? '';
  const inside = below.slice(0, endOf(requirement, below));
  const scenarios = inside.filter(isScenario);
  if (scenarios.length === 0)
    return [{ ...splitId(withDetails(name, [requirement, ...inside])), ticked: false, line: requirement.line }];
  return scenarios.flatMap((scenario) => {
    const title = SCENARIO.exec(scenario.title)?.[1] ?? '';
    if (/\(removed\)$/i.test(title)) return [];
    const own = splitId(title.replace(TAG, ''));
    return [{ id: own.id, text: withDetails(`${name}: ${own.text}`, [scenario]), ticked: false, line: scenario.line }];
  });
};

const endOf = (requirement: Section, below: readonly Section[]): number => {
  const end = below.findIndex(({ level }) => level <= requirement.level);
  return end < 0 ? below.length : end;
};

const withDetails = (name: string, sections: readonly Section[]): string => {
  const steps = sections.flatMap(({ lines }) => listItems(lines).map(({ text }) => text));
  return steps.length === 0 ? name : `${name}: ${steps.join(' ')}`;
};

const TITLE = /^acceptance criteria\b/;

export const headingFormat: CriteriaFormat = {
  name: 'heading',
  title: 'list of acceptance criteria',
  parts: 'items below a heading "Acceptance criteria"',
  read: (text) => {
    const sections = splitSections(text).filter(({ titles }) => titles.some((title) => TITLE.test(title)));
    const boxes = new Set(sections.length === 0 ? [] : readCriteria(text).map(({ line }) => line));
    if (sections.some(({ lines }) => lines.some(({ number }) => boxes.has(number)))) return null;
    const items = sections.flatMap(({ lines }) => listItems(lines));
    if (items.length === 0) return null;
    return items.map((item) => ({ ...splitId(item.text), ticked: false, line: item.line }));
  },
};

const checkboxesFormat: CriteriaFormat = {
  name: 'checkboxes',
  title: 'checkboxes',
  parts: 'checkboxes',
  read: readCriteria,
};

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

export const readSpec = (text: string): SpecReading => {
  for (const format of CRITERIA_FORMATS) {
    const criteria = format.read(text);
    if (criteria !== null && criteria.length > 0) return { format, criteria };
  }
  return { format: null, criteria: [] };
};
