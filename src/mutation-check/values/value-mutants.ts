/**
 * For each function that a run changed, mutants in which everything that it returns is another value of the same kind.
 * Only a test that looks at the value kills one. Pure.
 *
 * @module
 */
import type { ChangedFile } from '../find-changes.ts';
import { languageOf } from '../languages.ts';
import { lineFinder, type Mutant } from '../mutant.ts';
import type { Parse } from '../../text/syntax-tree.ts';
import { valuesInGo, valuesInRust } from './typed-values.ts';
import { valuesInPython } from './python-values.ts';
import { valuesInScript } from './script-values.ts';
import type { ValueEdit } from './value-edit.ts';
import type { ValueForm } from './other-values.ts';

/** A function with another answer. */
export interface ValueMutants {
  readonly file: ChangedFile;
  /** Its first line, from 1, and its last one. */
  readonly from: number;
  readonly to: number;
  readonly inForm: (form: ValueForm, tests?: readonly string[]) => Mutant;
}

/** The text of such a mutant, for people. */
const ANOTHER = 'another value of the same kind';

/** @param parse - of JavaScript; `null` where the text is another language, or does not parse */
export const valueMutantsOf = (
  { lines, ...file }: ChangedFile,
  changed: ReadonlySet<number>,
  parse: Parse | null,
): readonly ValueMutants[] => {
  const { path, text } = file;
  const lineOf = lineFinder(text);
  const touches = (start: number, end: number): boolean => {
    for (let line = lineOf(start); line <= lineOf(Math.max(start, end - 1)); line += 1)
      if (changed.has(line)) return true;
    return false;
  };
  return editsOf(path, text, parse)
    .filter(({ start, end }) => touches(start, end))
    .map(({ from, to, at, returned, start, end, inForm }) => ({
      file: { lines, ...file },
      from: lineOf(start),
      to: lineOf(Math.max(start, end - 1)),
      inForm: (form, tests = []) => ({
        path,
        line: lineOf(at),
        kind: 'value',
        from,
        to,
        before: returned,
        after: inForm(form, tests),
        shows: ANOTHER,
      }),
    }));
};

const editsOf = (path: string, text: string, parse: Parse | null): readonly ValueEdit[] => {
  if (parse !== null) return valuesInScript(text, parse, /\.[cm]?tsx?$/.test(path));
  if (languageOf(path) === 'script') return [];
  if (path.endsWith('.py')) return valuesInPython(text);
  if (path.endsWith('.go')) return valuesInGo(text);
  return path.endsWith('.rs') ? valuesInRust(text) : [];
};
