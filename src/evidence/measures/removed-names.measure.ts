/**
 * Public names of the code that were there when the run began and are gone: other code may need them, and no test of the
 * run has to. Measured where the tests pass already, or where a condition needs it.
 */
import { placesOfTests } from '../integrity/freeze.ts';
import { findRemovedNames, hasPublicNames, type RemovedName } from '../removed-names.ts';
import { finding } from '../findings/findings.ts';
import { findTestFilesOf } from '../integrity/suite-files.ts';
import { listEarlier, openEarlier } from '../../project/sources/earlier-state.ts';
import { readInWorkspace } from '../mutation-check/find-changes.ts';
import { asksFor, type Measure, type Question } from './measure.ts';
import { METRICS_OF } from './metrics-of-measures.ts';

/** Those that are described; more are counted. */
const MOST = 10;

export const removedNames = {
  after: 'tests',
  metrics: METRICS_OF.removedNames,
  measure: async (question: Question) => {
    const { gate, config } = question;
    // Only a runner knows all files with tests.
    if (question.tests.part === 'nothing') return { metrics: {} };
    const passing = config.phases.filter(({ tests }) => tests === 'must_pass').map(({ phase }) => phase);
    // In the first of them the work is made; later ones leave its behaviour as it is.
    const isLater = passing.indexOf(gate.phase.phase) > 0;
    if (!isLater && !asksFor(gate, METRICS_OF.removedNames)) return { metrics: {} };
    const removed = await findRemoved(question);
    if (removed === null) return { metrics: {} };
    return {
      metrics: { public_names_removed: removed.length },
      findings: [
        ...removed.slice(0, MOST).map(({ path, name }) => finding('names.removed', { path, name })),
        ...(removed.length > MOST ? [finding('names.removed.more', { count: removed.length - MOST })] : []),
      ],
    };
  },
} as const satisfies Measure;

/** `null`: there is no commit to compare with. */
const findRemoved = async ({ config, run, tests }: Question): Promise<readonly RemovedName[] | null> => {
  const { folder } = config;
  const known = await listEarlier(folder, run.base);
  if (known.length === 0) return null;
  const files = [...tests.after.files.keys()];
  const suite = new Set(findTestFilesOf(config.tests.suites, files, placesOfTests(tests.run.tests)));
  const isTest = (path: string): boolean => suite.has(path) || Object.hasOwn(run.frozen, path);
  const sources = new Set(files);
  const readNow = readInWorkspace(folder);
  const read = async (path: string): Promise<Buffer> =>
    (sources.has(path) ? await readNow(path) : null) ?? Buffer.alloc(0);
  const readEarlier = await openEarlier(folder, run.base);
  const before = new Map<string, Uint8Array>();
  for (const path of known.filter((each) => hasPublicNames(each) && !isTest(each))) {
    const earlier = await readEarlier(path, await read(path));
    if (earlier !== 'same' && earlier !== null) before.set(path, Buffer.from(earlier.text));
  }
  const readAll = async (paths: Iterable<string>) => {
    const now = new Map<string, Uint8Array>();
    for (const path of paths) now.set(path, await read(path));
    return now;
  };
  // A name may have moved to any file; mostly none is gone, and the others are not read.
  if (findRemovedNames(before, await readAll(before.keys()), isTest).length === 0) return [];
  return findRemovedNames(before, await readAll(files.filter(hasPublicNames)), isTest);
};
