/**
 * Playwright Test: our reporter comes by the variable by which editors add theirs. `--forbid-only`: the tests beside an
 * `only` are not shown to any reporter.
 */
import { fileURLToPath } from 'node:url';
import { appendArguments } from '../command/find-program.ts';
import { isGlobOfPath } from '../empty-run.ts';
import { placeReporter, withEndings } from '../runner-places.ts';
import type { Runner } from '../runner.ts';
import { selectFiles } from '../command/select-files.ts';

const REPORTER = fileURLToPath(placeReporter('playwright/playwright.mjs'));

const WITH_VALUE = (
  '-c --config -g --grep -G --grep-invert --reporter --add-reporter --project --output --tsconfig --test-list ' +
  '--test-list-invert --last-failed-file --browser --shard --timeout --global-timeout -j --workers --retries ' +
  '--repeat-each --max-failures --trace --ui-host --ui-port --update-source-method'
).split(' ');

export const playwrightRunner: Runner = {
  report: 'file',
  refused: {
    program: /^playwright$/,
    options: { failed: '--last-failed', changed: '--only-changed', part: '--shard' },
  },
  tested: { package: '@playwright/test', from: 1, to: 1 },
  saysNoTests: (said) => /^Error: No tests found/m.test(said),
  leavesGlob: (said, glob) => isGlobOfPath(glob) && /^Error: No tests found/m.test(said),
  isFoundIn: ({ program, words }) => program === 'playwright' && words[0] === 'test',
  watchWords: ['--ui'],
  // Its words are regular expressions.
  select: (command, files, folder) =>
    selectFiles(command, files, folder, {
      verb: 'test',
      withValue: WITH_VALUE,
      added: files.map((file) => file.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')),
    }),
  detect: {
    package: '@playwright/test',
    isInScript: (words) => words.includes('playwright'),
    drops: { failFast: ['-x', '--max-failures N'] },
    command: () => ['npx', 'playwright', 'test'],
  },
  frozen: {
    everywhere: withEndings(['playwright.config']),
    keys: ['globalSetup', 'globalTeardown', 'reporter', 'projects'],
    options: ['c', 'config'],
    variables: ['PLAYWRIGHT_\\w+'],
    packages: /^(?:@playwright\/test|playwright(?:-core)?)$/,
    scopes: ['@playwright'],
    programs: ['playwright'],
  },
  tests: {
    modules: { script: ['@playwright/test'] },
    snapshots: [{ call: /\.to(?:MatchSnapshot|HaveScreenshot|MatchAriaSnapshot)\(/, files: ['NAME-snapshots'] }],
  },
  compiled: ['PLAYWRIGHT_TRANSFORM_CACHE_DIR', 'PWTEST_CACHE_DIR'],
  marks: ['PW_TEST_.*', 'TEST_(?:WORKER|PARALLEL)_INDEX'],
  prepare: (command, workspace) => ({
    command: appendArguments(command, ['--forbid-only'], workspace),
    env: { PW_TEST_REPORTER: REPORTER },
  }),
};
