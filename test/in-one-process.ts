/**
 * A suite of node:test in one process, where `node --test` starts one more for each file: for a project whose
 * test is about something else. Tests that name `node --test` show its behaviour.
 */

/** Goes into the root of the project. A file that cannot be loaded is a test that fails, as it is under `node --test`. */
export const SUITE = {
  'suite.mjs': `import { readdirSync } from 'node:fs';
import { before, test } from 'node:test';
// A suite without a test has a report, too.
before(() => {});
const files = readdirSync('.', { recursive: true }).filter((file) => /^(?!node_modules|\\.).*\\.test\\.[cm]?js$/.test(file));
for (const file of files.sort()) await import('./' + file).catch((error) => test(file, () => { throw error; }));
`,
};

/** `tests` of its config. */
export const IN_ONE_PROCESS = { command: 'node suite.mjs', runner: 'node' };
