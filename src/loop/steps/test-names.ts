/**
 * Before the exit of a phase whose tests must fail: names of new tests that differ from run to run would be missing
 * for ever after. Only where a name is not written in its file, the suite runs once more.
 *
 * @module
 */
import { join } from 'node:path';
import { decide } from '../../../gates/decide.ts';
import { gatesAgree } from '../../../gates/verdict.ts';
import { cut, finding } from '../../findings/findings.ts';
import { findTestFilesOf } from '../../integrity/suite-files.ts';
import { existingTests } from '../../measures/existing-tests.ts';
import { testId } from '../../testing/is-green.ts';
import type { TestCase } from '../../testing/test-run.ts';
import { lastOf, type Measured, type Tested } from '../iteration.ts';
import { lookAgain } from '../look-at-sources.ts';
import { gateOf, type RunContext } from '../run-context.ts';
import { measureSuite } from '../tests/measure-suite.ts';
import { readText } from '../../files/open-plain.ts';

/** The measurement unchanged when names stay the same, or when the phase is held for another reason. */
export const checkTestNames = async (
  context: RunContext,
  { tested, measured }: { readonly tested: Pick<Tested, 'runs'>; readonly measured: Measured },
  signal: AbortSignal,
): Promise<Measured> => {
  const { config, journal } = context;
  const { record } = measured;
  const gate = gateOf(context.gates, record.phase);
  if (gate.phase.tests !== 'must_fail' || !gatesAgree(decide(gate, record))) return measured;
  const { run, after: before } = lastOf(tested.runs);
  const old = existingTests(journal.state(), 'must_fail');
  if (
    !(await mayDiffer(
      config.folder,
      run.tests.filter((test) => !old.has(testId(test))),
      findTestFilesOf(config.tests.suites, before.files.keys(), []),
    ))
  )
    return measured;
  const { phase, iteration } = record;
  // The tests of this run were already shown.
  const again = await measureSuite(
    { ...context, emit: () => {} },
    { signal, at: { phase, iteration }, purpose: 'test_names' },
  );
  signal.throwIfAborted();
  const { last, seen, tree_stable, findings: moved } = await lookAgain(context, record, before);
  const there = new Set(again.tests.map(testId));
  const gone = again.report_complete ? [...new Set(run.tests.map(testId))].filter((id) => !there.has(id)) : [];
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

/**
 * Whether a part of a name is not written in the file: it is made while the tests run.
 *
 * @param files - of all tests, for a runner that names none
 */
const mayDiffer = async (workspace: string, tests: readonly TestCase[], files: readonly string[]): Promise<boolean> => {
  const texts = new Map<string, string>();
  const read = async (file: string): Promise<string> => {
    const text = texts.get(file) ?? readText(join(workspace, file)) ?? '';
    texts.set(file, text);
    return text;
  };
  for (const { file, name } of tests) {
    const text = (await Promise.all((file === '' ? files : [file]).map(read))).join('\n');
    if (!name.split(' > ').every((part) => text.includes(part))) return true;
  }
  return false;
};
