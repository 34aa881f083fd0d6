/** AVA 6 takes no reporter: ours comes by NODE_OPTIONS into its main process, and listens to what its workers send. */
import { extendJson } from '../settings-text.ts';
import { placeReporter, withEndings } from '../runner-places.ts';
import type { Runner } from '../runner.ts';
import { selectFiles } from '../command/select-files.ts';

const REPORTER = placeReporter('ava/ava.mjs').href;
const CONFIGS = withEndings(['ava.config']);
const WITH_VALUE = '--config -m --match -c --concurrency -T --timeout --node-arguments'.split(' ');

export const avaRunner: Runner = {
  report: 'file',
  tested: { package: 'ava', from: 6, to: 6 },
  // Without a file it has no run to speak of; with files of which none has a test it says so of each.
  saysNoTests: (said) => /^\s*\S Couldn['’]t find any files to test|^\s*\S No tests found in /m.test(said),
  isFoundIn: ({ program }) => program === 'ava',
  // Its words are globs, and what follows a colon are numbers of lines.
  select: (command, files, folder) =>
    files.some((file) => /[*?{}[\]()!+@:\\]/.test(file))
      ? null
      : selectFiles(command, files, folder, { withValue: WITH_VALUE }),
  detect: {
    package: 'ava',
    isInScript: (words) => words.includes('ava'),
    drops: { failFast: ['--fail-fast'] },
    command: () => ['npx', 'ava'],
  },
  frozen: {
    everywhere: CONFIGS,
    extend: { 'package.json#ava': extendJson('files') },
    member: 'ava',
    keys: ['require'],
    options: ['config'],
    packages: /^(?:ava|@ava\/[^/]+)$/,
    scopes: ['@ava'],
    programs: ['ava'],
    above: [...CONFIGS, 'package.json#ava'],
    variables: ['AVA_\\w+'],
  },
  tests: {
    modules: { script: ['ava'] },
    snapshots: [{ call: /\.snapshot\(/, files: ['NAME.snap', 'NAME.md', 'snapshots/NAME.snap', 'snapshots/NAME.md'] }],
  },
  prepare: (command, _workspace, nodeOptions) => ({
    command,
    env: { NODE_OPTIONS: `${nodeOptions} --import=${REPORTER}`.trim(), DUALGATE_NODE_OPTIONS: nodeOptions },
  }),
};
