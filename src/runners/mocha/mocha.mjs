/**
 * What mocha (10 to 12) loads by `--require`, before any test file. The tests run in this very process, so what is
 * needed is taken now, and mocha's classes are locked before the first test file is loaded. In a worker of `--parallel`
 * it only locks.
 */
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { watchRun } from './mocha-run.mjs';
import { openReport } from '../report/report-file.mjs';

const { defineProperty, getOwnPropertyDescriptors } = Object;

let isLocked = false;

/**
 * @param {Readonly<Record<string, { prototype: object }>>} classes by name
 * @param {(name: string) => void} onAttempt called with `Class.prototype.method`, before it throws
 */
const lockPrototypes = (classes, onAttempt) => {
  if (isLocked) return;
  isLocked = true;
  for (const [className, { prototype }] of Object.entries(classes)) {
    for (const [method, { value, configurable }] of Object.entries(getOwnPropertyDescriptors(prototype))) {
      if (typeof value !== 'function' || method === 'constructor' || configurable !== true) continue;
      const name = `${className}.prototype.${method}`;
      defineProperty(prototype, method, {
        configurable: false,
        enumerable: true,
        get: () => value,
        /** @this {object} */
        set(given) {
          if (this !== prototype) {
            defineProperty(this, method, { value: given, configurable: true, enumerable: true, writable: true });
            return;
          }
          onAttempt(name);
          throw new TypeError(`Cannot replace ${name} while tests run. Do it in a file that mocha requires before.`);
        },
      });
    }
  }
};

// mocha looks for test files later, and tells then in its own words when there are none.
const isReporting = process.env['DUALGATE_REPORT'] !== undefined;
const report = openReport(false);
const run = watchRun(report);

// The mocha of the project, wherever its package manager has put it.
const main = createRequire(import.meta.url).main?.filename ?? realpathSync(process.argv[1] ?? '.');
const found = createRequire(main)('mocha');
// An ES module since mocha 12.
const Mocha = found.default ?? found;
const { Runner, Runnable, Test, Hook, Suite } = Mocha;
const { apply } = Reflect;

const { loadFilesAsync } = Mocha.prototype;
/** @this {object} @param {readonly unknown[]} args */
Mocha.prototype.loadFilesAsync = async function loadFilesInWatch(...args) {
  report.begin();
  lockPrototypes({ Mocha, Runner, Runnable, Test, Hook, Suite }, (name) =>
    report.addProblem('', `a test file tried to replace mocha's own ${name}`),
  );
  // In a worker there is no report, and mocha lets rejections go by: thrown, they fail the test that is running.
  if (Reflect.get(this, 'isWorker') === true) process.once('unhandledRejection', throwAgain);
  // The file that mocha is loading, for when it never comes back from there.
  Reflect.get(this, 'suite').on('pre-require', (/** @type {unknown} */ _globals, /** @type {string} */ file) =>
    run.load(file),
  );
  try {
    await apply(loadFilesAsync, this, args);
    run.load(null);
  } catch (error) {
    run.failToLoad(error);
    throw error;
  }
};

/** @param {unknown} reason */
const throwAgain = (reason) => {
  throw reason;
};

const { filterOnly } = Suite.prototype;
/** @this {import('./mocha-run.mjs').Suite & { root: boolean }} */
Suite.prototype.filterOnly = function filterOnlyInWatch() {
  // What stands beside an `only` is taken out of the tree here.
  if (this.root) run.expect(this);
  return apply(filterOnly, this, []);
};

const { emit } = Runner.prototype;
/** @this {import('./mocha-run.mjs').Runner} @param {string} type @param {[import('./mocha-run.mjs').Runnable, unknown]} args */
Runner.prototype.emit = function emitInWatch(type, ...args) {
  run.see(this, type, args);
  return apply(emit, this, [type, ...args]);
};

// Not at the end of the run: what breaks between that and the end of the process would be lost, mocha leaves with 0.
process.on('uncaughtExceptionMonitor', run.throwLate);
process.once('exit', run.end);
if (isReporting) process.on('unhandledRejection', run.reject);
