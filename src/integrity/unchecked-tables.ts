/**
 * Files that set up linters and type checkers among other things: what is left of them without the tables that have no say in
 * how types are checked and code is linted.
 *
 * @module
 */
import { basename } from 'node:path';
import { withoutTables } from '../testing/without-tables.ts';

/** Table headers, whole. */
const UNCHECKED_TABLES: Readonly<Record<string, RegExp>> = {
  'pyproject.toml':
    /^\[(?:project(?:\.(?:dependencies|optional-dependencies|scripts|urls))?|build-system|dependency-groups|tool\.poetry(?:\.group\.[\w-]+)?\.dependencies)\]$/,
  'setup.cfg': /^\[(?:metadata|options(?:\.[\w.]+)?|bdist_wheel)\]$/,
};

/** The text of the lines that count, in order, without blank ones. */
export const withoutUnchecked = (file: string, text: string): string =>
  withoutTables(text, UNCHECKED_TABLES[basename(file)])
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n');
