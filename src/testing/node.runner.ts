/**
 * node:test of Node 20 and later. Our reporter comes by NODE_OPTIONS and not by argument: options of `node --test` must
 * stand before its files, and so it works behind any launcher and script.
 *
 * @module
 */
import { normalize } from 'node:path/posix';
import { findProgram } from './command/find-program.ts';
import type { Runner } from './runner.ts';
import { selectFiles } from './command/select-files.ts';

const REPORTER = new URL('./reporters/node-test.mjs', import.meta.url).href;
const ASSERT_GUARD = new URL('./reporters/node-assert-guard.mjs', import.meta.url).href;
const EXIT_GUARD = new URL('./reporters/node-exit-guard.mjs', import.meta.url).href;

export const nodeRunner: Runner = {
  report: 'file',
  // Node looks for the files before it loads a reporter.
  saysNoTests: (said) => /^Could not find '.+'\s*$/m.test(said),
  // Node 20 knows no globs: it makes a path of the word, and prints that. Later ones print the glob as it was given.
  leavesGlob: (said, glob) =>
    [...said.matchAll(/^Could not find '(\/.+)'\s*$/gm)].some(([, path = '']) => path.endsWith(`/${normalize(glob)}`)),
  isFoundIn: ({ program, words }) => program === 'node' && words.includes('--test'),
  select: selectFiles,
  prepare: (command, workspace, nodeOptions) => {
    const found = findProgram(command, workspace);
    const words = 'words' in found ? found.words : command;
    const options = [
      `--import=${EXIT_GUARD}`,
      `--import=${ASSERT_GUARD}`,
      ...reportTo(REPORTER),
      ...keepOwnReporter(words),
    ];
    return {
      command,
      env: { NODE_OPTIONS: [nodeOptions, ...options].join(' ').trim(), DUALGATE_NODE_OPTIONS: nodeOptions },
    };
  },
};

const DESTINATION = '--test-reporter-destination=stdout';
const reportTo = (reporter: string): readonly string[] => [`--test-reporter=${reporter}`, DESTINATION];

/** Node prints for people only while no reporter is named, and wants as many destinations as reporters. */
const keepOwnReporter = (words: readonly string[]): readonly string[] => {
  const names = (option: string): boolean => words.some((word) => word === option || word.startsWith(`${option}=`));
  if (!names('--test-reporter')) return reportTo('spec');
  return names('--test-reporter-destination') ? [] : [DESTINATION];
};
