/**
 * The claims of a status block, by the names of the metrics that measure them. No gate uses claims
 * (rules 1.6, 2.1): they are compared with the measurement.
 *
 * @module
 */
import { type BlockField, parseNestedField } from './block-fields.ts';

/** Key of the block, nested or not → metric. */
const CLAIMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    TESTS_TOTAL: 'tests_total',
    TESTS_PASSING: 'tests_passing',
    TESTS_FAILING: 'tests_failing',
    TESTS_SKIPPED: 'tests_skipped',
    FILES_CREATED: 'files_created',
    FILES_MODIFIED: 'files_modified',
    FILES_DELETED: 'files_deleted',
    BUILD: 'build_ok',
    BUILD_OK: 'build_ok',
    BUILD_STATUS: 'build_ok',
    TYPES: 'types_ok',
    TYPES_OK: 'types_ok',
    TYPECHECK: 'types_ok',
    LINT: 'lint_ok',
    LINT_OK: 'lint_ok',
    GIT_CLEAN: 'git_clean',
    COVERAGE: 'coverage_lines',
    COVERAGE_LINES: 'coverage_lines',
  }),
);

const FLAGS: ReadonlySet<string> = new Set(['build_ok', 'types_ok', 'lint_ok', 'git_clean']);

/** A value that is neither a number nor a yes or no claims nothing. The last of duplicate keys counts. */
export const readClaims = (fields: readonly BlockField[]): Readonly<Record<string, number | boolean>> => {
  const claims = new Map<string, number | boolean>();
  const add = (key: string, value: string): void => {
    const metric = CLAIMS.get(key);
    const claim = metric === undefined ? null : FLAGS.has(metric) ? readFlag(value) : readNumber(value);
    if (metric !== undefined && claim !== null) claims.set(metric, claim);
  };
  for (const { name, value, below } of fields) {
    add(name, value);
    if (name !== 'TESTS' && name !== 'FILES') continue;
    for (const line of below) {
      const nested = parseNestedField(line);
      if (nested !== null) add(`${name}_${nested.name}`, nested.value);
    }
  }
  return Object.fromEntries(claims);
};

/** `12`, `12/12`, `93.4 %`: the number before anything else, rounded down. */
const readNumber = (value: string): number | null => {
  const [, whole] = /^(\d{1,9})(?:\.\d+)?(?:\s*(?:%|\/.*))?$/.exec(value) ?? [];
  return whole === undefined ? null : Number(whole);
};

const readFlag = (value: string): boolean | null => {
  const word = value.toLowerCase();
  if (/^(?:true|yes|ok|pass|passes|passed|passing|clean|success)$/.test(word)) return true;
  return /^(?:false|no|fail|fails|failed|failing|broken)$/.test(word) ? false : null;
};
