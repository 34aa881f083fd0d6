/**
 * Files that configure a test runner among other things: what is left of them without the tables that an agent edits for
 * other reasons. It goes by lines, and whatever it does not know stays in: a table header that is written in an
 * unusual way is held, and not passed over.
 *
 * @module
 */
import { basename } from 'node:path';

/** Table headers, whole, whose content has no say in how tests are run. */
const FREE_TABLES: Readonly<Record<string, RegExp>> = {
  'pyproject.toml':
    /^\[(?:project(?:\.(?:dependencies|optional-dependencies|scripts|urls))?|build-system|dependency-groups|tool\.poetry(?:\.group\.[\w-]+)?\.dependencies|tool\.(?:ruff|black|isort|mypy|pyright|flake8)(?:\.[\w.-]+)?)\]$/,
  'setup.cfg': /^\[(?:metadata|options(?:\.[\w.]+)?|flake8|isort|mypy(?:-[\w.*]+)?|bdist_wheel)\]$/,
  'Cargo.toml': /^\[(?:workspace\.)?(?:dev-|build-)?dependencies(?:\.[\w-]+)?\]$/,
};

/** Of these, the ones that have no say in how types are checked and code is linted either. */
const UNCHECKED_TABLES: Readonly<Record<string, RegExp>> = {
  'pyproject.toml':
    /^\[(?:project(?:\.(?:dependencies|optional-dependencies|scripts|urls))?|build-system|dependency-groups|tool\.poetry(?:\.group\.[\w-]+)?\.dependencies)\]$/,
  'setup.cfg': /^\[(?:metadata|options(?:\.[\w.]+)?|bdist_wheel)\]$/,
};
/** Of the crates that only tests use: lines that say which crate it is, and not which version. */
const TEST_CRATES = /^\[(?:workspace\.)?dev-dependencies\b/;
const SWAP = /\b(?:path|git|package|registry(?:-index)?)\s*=/;

const HEADER = /^\s*\[.*\]\s*(?:[#;].*)?$/;

/** The text of the lines that count, in order, without blank ones. */
export const withoutFreeTables = (file: string, text: string): string => {
  const lines = text.split(/\r?\n/);
  return (basename(file) === 'go.mod' ? withoutRequirements(lines) : withoutTables(lines, FREE_TABLES[basename(file)]))
    .filter((line) => line.trim() !== '')
    .join('\n');
};

/** As {@link withoutFreeTables}, with the tables of linters and type checkers. */
export const withoutUnchecked = (file: string, text: string): string =>
  withoutTables(text.split(/\r?\n/), UNCHECKED_TABLES[basename(file)])
    .filter((line) => line.trim() !== '')
    .join('\n');

const withoutTables = (lines: readonly string[], free: RegExp | undefined): readonly string[] => {
  let isFree = false;
  let isOfTests = false;
  return lines.filter((line) => {
    if (HEADER.test(line)) {
      isFree = free?.test(line.replace(/\s*[#;][^\]]*$/, '').trim()) === true;
      isOfTests = TEST_CRATES.test(line.trim());
    }
    return !isFree || (isOfTests && SWAP.test(line));
  });
};

/** `replace` can put another module in the place of one that the tests use; `require` cannot. */
const withoutRequirements = (lines: readonly string[]): readonly string[] => {
  let isInside = false;
  return lines.filter((line) => {
    const words = line.replace(/\/\/.*$/, '').trim();
    if (isInside) {
      isInside = words !== ')';
      return false;
    }
    isInside = /^require\s*\($/.test(words);
    return !isInside && !/^(?:require|go|toolchain)\s/.test(words);
  });
};
