/**
 * What NODE_OPTIONS load into every process of the test command: only the main process of AVA (6) takes the key and reports.
 * Its workers, launchers in front of it, and what tests start find nothing to do.
 */
import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { watchRun } from './ava-run.mjs';
import { openReport } from '../report/report-file.mjs';

const { DUALGATE_REPORT: path, DUALGATE_NODE_OPTIONS: former = '' } = process.env;

/** Where AVA begins, wherever its package manager has put it; `null` in any other program. */
const findMain = () => {
  try {
    const main = realpathSync(process.argv[1] ?? '');
    return /[\\/]ava[\\/]entrypoints[\\/]cli\.mjs$/.test(main) ? pathToFileURL(main) : null;
  } catch {
    return null;
  }
};

const main = isMainThread && path !== undefined ? findMain() : null;
if (main !== null) {
  // AVA starts its workers with the environment of this process.
  delete process.env['DUALGATE_NODE_OPTIONS'];
  if (former === '') delete process.env['NODE_OPTIONS'];
  else process.env['NODE_OPTIONS'] = former;
  const run = watchRun(openReport(false));
  const { default: RunStatus } = await import(new URL('../lib/run-status.js', main).href);
  const { emitStateChange } = RunStatus.prototype;
  /** @this {import('./ava-run.mjs').RunStatus} @param {import('./ava-run.mjs').StateChange} event */
  RunStatus.prototype.emitStateChange = function emitInWatch(event) {
    run.see(event, this.stats.files);
    return Reflect.apply(emitStateChange, this, [event]);
  };
}
