/**
 * vitest 3 and 4: our reporter is added by argument, which takes the place of the reporters of its config.
 *
 * @module
 */
import { fileURLToPath } from 'node:url';
import { appendArguments } from '../command/append-arguments.ts';
import { findProgram } from '../command/find-program.ts';
import { placeReporter } from '../reporter-place.ts';
import { withEndings } from '../code-files.ts';
import type { Runner } from '../runner.ts';
import { selectFiles } from '../command/select-files.ts';

const REPORTER = fileURLToPath(placeReporter('vitest/vitest.mjs'));

const CONFIGS = withEndings(['vitest.config', 'vite.config']);

/** Its words are parts of paths. */
const saysOfFilter = (said: string, glob: string): boolean =>
  said.split('\n').some((line) => line.startsWith('filter:') && line.includes(glob));

export const vitestRunner: Runner = {
  report: 'file',
  // It says so over a global setup that throws, too.
  saysNoTests: (said) => /^No test files found, exiting with code [01]$/m.test(said) && !/\bUnhandled Error/.test(said),
  leavesGlob: (said, glob) => said.includes('No test files found') && saysOfFilter(said, glob),
  isFoundIn: ({ program }) => program === 'vitest',
  select: (command, files, folder) => selectFiles(command, files, folder, { verb: 'run' }),
  detect: {
    package: 'vitest',
    isInScript: (words) => words.includes('vitest'),
    command: () => ['npx', 'vitest', 'run'],
  },
  frozen: {
    everywhere: [...CONFIGS, ...withEndings(['vitest.workspace', 'vitest.projects'], ['ts', 'js', 'json'])],
    above: CONFIGS,
    variables: ['VITEST\\w*'],
    packages: /^(?:vitest|@vitest\/[^/]+|vite)$/,
    scopes: ['@vitest'],
    programs: ['vitest'],
  },
  prepare: (command, workspace) => {
    const found = findProgram(command, workspace);
    const words = 'words' in found ? found.words : command;
    const hasReporter = words.some((word) => /^--reporters?(?:=|$)/.test(word));
    return {
      command: appendArguments(command, [...(hasReporter ? [] : ['--reporter=default']), `--reporter=${REPORTER}`]),
      env: {},
    };
  },
};
