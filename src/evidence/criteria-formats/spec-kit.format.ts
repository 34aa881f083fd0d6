/** `spec.md` of GitHub Spec Kit. A scenario without an id gets one: `US1-AS2`, or `AS-2` outside of a story. */
import { type Criterion, readCriteria, splitId, type CriteriaFormat } from '../criteria.ts';
import { listItems, type ListItem, type Section, splitSections } from './list-items.ts';

export const specKitFormat: CriteriaFormat = {
  name: 'spec_kit',
  title: 'GitHub Spec Kit',
  parts: 'acceptance scenarios and functional requirements of GitHub Spec Kit',
  read: (text) => {
    const sections = splitSections(text);
    const criteria = [...readScenarios(sections), ...sections.flatMap(readRequirements)];
    if (criteria.length === 0) return null;
    // A file of checkboxes that also has such a list is no file of Spec Kit.
    if (!sections.some(isOfSpecKit) && readCriteria(text).length > 0) return null;
    return criteria.sort((a, b) => a.line - b.line);
  },
};

const isOfSpecKit = ({ titles }: Section): boolean =>
  /^(?:feature specification|user scenarios)\b/.test(titles.at(-1) ?? '');

const STORY = /^user story (\d+)/;
const SCENARIOS = /^acceptance scenarios\b/;

const readScenarios = (sections: readonly Section[]): Criterion[] => {
  const counted = new Map<string, number>();
  return sections.flatMap(({ titles, lines }) => {
    if (!titles.some((title) => SCENARIOS.test(title))) return [];
    const story = titles.map((title) => STORY.exec(title)?.[1]).findLast((number) => number !== undefined);
    const prefix = story === undefined ? 'AS-' : `US${story}-AS`;
    return listItems(lines).map(({ line, text }) => {
      const count = (counted.get(prefix) ?? 0) + 1;
      counted.set(prefix, count);
      const own = splitId(text);
      return { id: own.id ?? `${prefix}${count}`, text: own.text, ticked: false, line };
    });
  });
};

const readRequirements = ({ titles, lines }: Section): readonly Criterion[] => {
  const section = titles.findLast((title) => /\brequirements\b/.test(title));
  if (section === undefined || /non-?functional/.test(section) || titles.some((title) => SCENARIOS.test(title)))
    return [];
  const items = listItems(lines).map(readRequirement);
  const named = items.filter(({ id }) => id?.startsWith('FR-') === true);
  // Without ids, the title alone says that they are requirements.
  return named.length === 0 && titles.at(-1)?.startsWith('functional requirements') === true ? items : named;
};

/** A letter may follow the number: `FR-001a`. */
const REQUIREMENT = /^(\*\*|__|)(FR-[A-Z0-9-]*\d[a-z]?)(?::\1|\1:?)\s+(.*)$/;

const readRequirement = ({ line, text }: ListItem): Criterion => {
  // A requirement may have a box.
  const [, box = ' ', words = text] = /^\[([ xX])\]\s+(.*)$/s.exec(text) ?? [];
  const [, , id, rest] = REQUIREMENT.exec(words) ?? [];
  const read = id === undefined || rest === undefined ? splitId(words) : { id, text: rest };
  return { ...read, ticked: box !== ' ', line };
};
