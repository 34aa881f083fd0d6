/**
 * The sums that a JUnit file gives of itself, beside what was counted: by what its writer means by them. A test that is missing
 * makes a sum too large; more tests than a sum says are no sign of a cut file, which would not be well-formed.
 *
 * @module
 */
import { attributeOf, type XmlElement } from './read-xml.ts';
import type { JunitCase } from './junit-file.ts';
import { type CountedTests, type JunitWriter, SUMS } from './junit-writers.ts';

/** The tests of a suite, together with the suites inside of it. `own`: failures of this suite alone; `own_tests`: its tests without hooks. */
export interface SuiteSums extends CountedTests {
  readonly own: number;
  readonly own_tests: number;
  /** Tests that passed when they were run again, and errors beside the tests. */
  readonly other: number;
}

const NOTHING: SuiteSums = { tests: 0, skipped: 0, failed: 0, reruns: 0, own: 0, own_tests: 0, other: 0 };

/** @param cases - of this suite alone @param errors - beside them @param inner - sums of the suites in it */
export const sumSuite = (cases: readonly JunitCase[], errors: number, inner: readonly SuiteSums[]): SuiteSums => {
  const failed = cases.filter(({ counted }) => counted === 'failed').length;
  const ownTests = cases.filter(({ place }) => place === 'test').length;
  const own: SuiteSums = {
    tests: cases.length,
    skipped: cases.filter(({ counted }) => counted === 'skipped').length,
    failed,
    reruns: cases.reduce((sum, { reruns }) => sum + reruns, 0),
    own: failed,
    own_tests: ownTests,
    other: errors + cases.filter(({ reruns }) => reruns > 0).length,
  };
  return [own, ...inner].reduce(
    (sum, each) => ({
      tests: sum.tests + each.tests,
      skipped: sum.skipped + each.skipped,
      failed: sum.failed + each.failed,
      reruns: sum.reruns + each.reruns,
      other: sum.other + each.other,
      own: failed,
      own_tests: ownTests,
    }),
    NOTHING,
  );
};

/** A sentence when a suite has less than its sums say; `null` when it has not. */
export const judgeSums = (suite: XmlElement, counted: SuiteSums, writer: JunitWriter | null): string | null => {
  const name = attributeOf(suite, 'name');
  const where = name === '' ? 'a suite' : `the suite ${name}`;
  const [tests, failed, skipped] = [
    sumOf(suite, 'tests'),
    sumOf(suite, 'failures', 'errors'),
    sumOf(suite, 'skipped', 'skips', 'skip', 'disabled'),
  ];
  const { words, most } = SUMS[writer?.sums ?? 'cases'];
  const surplus = tests === null ? 0 : counted.own_tests - tests;
  if (surplus > 0 && writer?.tooMany !== undefined) return `${where} ${writer.tooMany(surplus)}`;
  if (tests !== null && !(tests <= most(counted, skipped)))
    return `${where} claims ${tests} tests and contains ${counted.tests}${writer === null ? '' : ` (${writer.name} counts ${words})`}`;
  // A test can fail twice, in itself and after itself.
  if (failed !== null && failed > 0 && counted.failed + counted.other === 0)
    return `${where} claims ${failed} failures and contains 0`;
  // The writer may know that a failure was expected.
  if (failed !== null && writer === null && failed < counted.own)
    return `${where} claims ${failed} failures and contains ${counted.failed}`;
  if (skipped !== null && skipped > 0 && counted.skipped === 0 && writer?.sums !== 'pending')
    return `${where} claims ${skipped} skipped tests and contains none`;
  return null;
};

/** `null`: it gives no such sum. */
const sumOf = (suite: XmlElement, ...attributes: readonly string[]): number | null => {
  const given = attributes.map((name) => attributeOf(suite, name)).filter((text) => text !== '');
  return given.length === 0 ? null : given.reduce((total, text) => total + Number(text), 0);
};
