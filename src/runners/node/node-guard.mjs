/**
 * Preloaded into the process of every test file of node:test: a file that calls `process.exit(0)` loses results and
 * counts as passed; with this guard it counts as failed. And Node's assertions stay as they are: code under test may
 * overwrite them. It also takes our options out of the environment of what a test starts.
 */
import assert from 'node:assert';
import { isMainThread } from 'node:worker_threads';

/** Exit code by which the reporter knows such a file. */
export const EXIT_CODE_OF_EARLY_EXIT = 97;

const isTestFile = process.env['NODE_TEST_CONTEXT'] !== undefined && isMainThread && process.send === undefined;
// There Node itself leaves by `process.exit`, after it has handed on all results.
const isForcedByNode = process.execArgv.includes('--test-force-exit');

if (isTestFile) {
  const former = process.env['DUALGATE_NODE_OPTIONS'] ?? '';
  delete process.env['DUALGATE_NODE_OPTIONS'];
  if (former === '') delete process.env['NODE_OPTIONS'];
  else process.env['NODE_OPTIONS'] = former;
}

if (isTestFile && !isForcedByNode) {
  // Every `process.exit` ends here, also when listeners were removed; a natural end and an uncaught error do not.
  const reallyExit = Reflect.get(process, 'reallyExit');
  Reflect.set(process, 'reallyExit', () => Reflect.apply(reallyExit, process, [EXIT_CODE_OF_EARLY_EXIT]));
}

for (const assertions of [assert, assert.strict]) Object.freeze(assertions);
