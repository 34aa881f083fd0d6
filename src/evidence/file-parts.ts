/**
 * Parts of a file that are frozen while the rest of it is the agent's to edit: the settings of pytest in a pyproject.toml,
 * and the tests inside of a source of Rust.
 *
 * @module
 */
import { readRustTests } from './rust-tests.ts';

/**
 * The text of a part; `''` where the file has none.
 *
 * @param part - `pytest` of a pyproject.toml, `tests` of a Rust source
 */
export const readPart = (text: string, part: string): string =>
  part === 'tests' ? readRustTests(text) : readPytestSettings(text);

const TABLE = /^\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$/;

/** The tables of pytest, and every other line that names it: there is more than one way to write a table of TOML. */
const readPytestSettings = (text: string): string => {
  let isInside = false;
  const lines = text.split(/\r?\n/).filter((line) => {
    const [, table] = TABLE.exec(line) ?? [];
    if (table !== undefined) isInside = table === 'tool' || /^tool\s*\.\s*["']?pytest\b/.test(table);
    return isInside ? line.trim() !== '' : /\bpytest\b.*=/.test(line) && !/^\s*["']?pytest["']?\s*=/.test(line);
  });
  return lines.join('\n');
};
