/**
 * Before the exit of a phase whose tests must fail: names of new tests that differ from run to run would be missing
 * for ever after. Only where a name is not written in its file, its tests run once more: their files alone, and the
 * whole suite if a name is not there then.
 *
 * @module
 */
import { join } from 'node:path';
import { cut, finding } from '../../findings/findings.ts';
import { findTestFilesOf } from '../../integrity/suite-files.ts';
import { existingTests } from '../../measures/existing-tests.ts';
import { testId } from '../../testing/is-green.ts';
import type { PlacedSuite } from '../../testing/run-suites.ts';
import type { TestCase, TestRun } from '../../testing/test-run.ts';
import { lookAgain } from '../look-at-sources.ts';
import type { Check } from './agreement.ts';
import { measureSuite, selectTests } from '../tests/measure-suite.ts';
import { readText } from '../../files/open-plain.ts';

export const testNames: Check = {
  name: 'test names',
  metrics: [],
  isAsked: (_context, { phase }) => phase.tests === 'must_fail',
  run: (...question) => checkTestNames(...question),
};

const checkTestNames: Check['run'] = async (context, { measured, tests: { run, after: before } }, signal) => {
  const { config, journal } = context;
  const { record } = measured;
  const old = existingTests(journal.state(), 'must_fail');
  const made = findMadeNames(
    config.folder,
    run.tests.filter((test) => !old.has(testId(test))),
    findTestFilesOf(config.tests.suites, before.files.keys(), []),
  );
  if (made.length === 0) return measured;
  const { phase, iteration } = record;
  // The tests of this run were already shown.
  const measure = (suites?: readonly PlacedSuite[]) =>
    measureSuite(
      { ...context, emit: () => {} },
      { signal, at: { phase, iteration }, purpose: 'test_names', ...(suites !== undefined && { suites }) },
    );
  const suites = selectTests(context, made, before.files);
  const alone = suites.length === 0 ? null : await measure(suites);
  const again = alone !== null && missingIn(alone, made).length === 0 ? null : await measure();
  signal.throwIfAborted();
  const { last, seen, tree_stable, findings: moved } = await lookAgain(context, record, before);
  const gone = again?.report_complete === true ? missingIn(again, run.tests.map(testId)) : [];
  const { paths: tests, more } = cut(gone);
  const { metrics, findings } = record;
  return {
    ...measured,
    last,
    record: Object.freeze({
      ...record,
      ...seen,
      metrics: Object.freeze({
        ...metrics,
        tree_stable,
        // They could not stay: names of tests are frozen.
        tests_intact: metrics.tests_intact === true && gone.length === 0,
      }),
      findings: [...findings, ...(gone.length === 0 ? [] : [finding('tests.names_differ', { tests, more })]), ...moved],
    }),
  };
};

const missingIn = ({ tests }: Pick<TestRun, 'tests'>, ids: readonly string[]): readonly string[] => {
  const there = new Set(tests.map(testId));
  return [...new Set(ids)].filter((id) => !there.has(id));
};

/**
 * Ids of the tests of which a part of the name is not written in the file: it is made while the tests run.
 *
 * @param files - of all tests, for a runner that names none
 */
const findMadeNames = (workspace: string, tests: readonly TestCase[], files: readonly string[]): readonly string[] => {
  const texts = new Map<string, string>();
  const read = (file: string): string => {
    const text = texts.get(file) ?? readText(join(workspace, file)) ?? '';
    texts.set(file, text);
    return text;
  };
  const made: string[] = [];
  for (const test of tests) {
    const { file, name, inside } = test;
    // An example has the name of what it describes.
    if (inside === true && !isScript(file)) continue;
    const text = (file === '' ? files : [file]).map(read).join('\n');
    if (!name.split(' > ').every((part) => text.includes(part))) made.push(testId(test));
  }
  return made;
};

const isScript = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path);
