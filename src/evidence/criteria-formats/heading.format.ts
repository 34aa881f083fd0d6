/**
 * Items below a title "Acceptance criteria" of any level: bullets, numbers, or steps of Given, When, Then. Checkboxes
 * below it make the file one of checkboxes.
 */
import { readCriteria, splitId } from '../criteria.ts';
import type { CriteriaFormat } from './format.ts';
import { listItems, splitSections } from './list-items.ts';

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
