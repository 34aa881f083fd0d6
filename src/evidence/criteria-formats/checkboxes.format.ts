/** Checkboxes in Markdown, anywhere in the file. */
import { readCriteria } from '../criteria.ts';
import type { CriteriaFormat } from './format.ts';

export const checkboxesFormat: CriteriaFormat = {
  name: 'checkboxes',
  title: 'checkboxes',
  parts: 'checkboxes',
  read: readCriteria,
};
