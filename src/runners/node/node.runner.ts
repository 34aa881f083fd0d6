/** node:test of Node 20 and later. Our reporter comes by NODE_OPTIONS, so that it works behind any launcher and script. */
import { looksForVariable, placeReporter } from '../runner-places.ts';
import { join } from 'node:path';
import { normalize } from 'node:path/posix';
import { findProgram } from '../command/find-program.ts';
import { listScriptsBelow, splitScript } from '../command/package-scripts.ts';
import type { Runner } from '../runner.ts';
import { selectFiles } from '../command/select-files.ts';
import { readText } from '../../base/files/open-plain.ts';
import { namesIn } from '../../base/files/folders.ts';

const REPORTER = placeReporter('node/node-test.mjs').href;
const GUARD = placeReporter('node/node-guard.mjs').href;

const WITH_VALUE = (
  '--import -r --require --loader --experimental-loader --env-file --env-file-if-exists -C --conditions ' +
  '--experimental-config-file --test-name-pattern --test-skip-pattern --test-reporter --test-reporter-destination ' +
  '--test-shard --test-concurrency --test-timeout --test-isolation --test-global-setup --test-coverage-include ' +
  '--test-coverage-exclude --cpu-prof-dir --diagnostic-dir --report-dir --report-directory --redirect-warnings'
).split(' ');

export const nodeRunner: Runner = {
  report: 'file',
  refused: {
    program: /^node$/,
    options: { reuse: '--test-rerun-failures', part: '--test-shard' },
    variables: ['NODE_OPTIONS'],
    ofEnvironment: false,
    filesOfNpm: { '.npmrc': /^\s*node-options\s*=\s*(.*)$/gm },
  },
  // Node looks for the files before it loads a reporter.
  saysNoTests: (said) => /^Could not find '.+'\s*$/m.test(said),
  // Node 20 knows no globs: it makes a path of the argument, and prints that. Later versions print the glob unchanged.
  leavesGlob: (said, glob) =>
    [...said.matchAll(/^Could not find '(\/.+)'\s*$/gm)].some(([, path = '']) => path.endsWith(`/${normalize(glob)}`)),
  isFoundIn: ({ program, words }) => program === 'node' && words.includes('--test'),
  select: (command, files, folder) => selectFiles(command, files, folder, { withValue: WITH_VALUE }),
  detect: {
    isInScript: (words) => words.includes('node') && words.includes('--test'),
    // Node 20 takes a glob for the name of a file.
    expandsGlobs: Number(process.versions.node.split('.')[0]) > 20,
    isIn: (folder) => findNodeTests(folder),
    command: () => ['node', '--test'],
  },
  frozen: {
    options: ['r', 'require', 'import', 'loader', 'experimental-loader', 'env-file'],
    variables: ['NODE_\\w+'],
  },
  tests: {
    modules: { script: ['node:test'] },
    asked: {
      script: [
        looksForVariable('TEST_CONTEXT|_TEST_|NODE_TEST'),
        String.raw`\bNODE_TEST_\w+`,
        String.raw`\bexecArgv\b[^\n;]*--test\b`,
      ],
    },
  },
  marks: ['NODE_TEST_.*'],
  reportsCoverage: true,
  prepare: (command, workspace, nodeOptions) => {
    const options = [`--import=${GUARD}`, ...reportTo(REPORTER), ...keepOwnReporter(findNodeWords(command, workspace))];
    return {
      command,
      env: { NODE_OPTIONS: [nodeOptions, ...options].join(' ').trim(), DUALGATE_NODE_OPTIONS: nodeOptions },
    };
  },
};

/** The words of the `node --test` that the command starts; behind workspaces and task runners, of the first that a package has. */
const findNodeWords = (command: readonly string[], workspace: string): readonly string[] => {
  const wordsIn = (words: readonly string[]): readonly string[] | null => {
    const found = findProgram(words, workspace);
    return 'program' in found && found.program === 'node' ? found.words : null;
  };
  return (
    wordsIn(command) ??
    listScriptsBelow(workspace)
      .map((script) => wordsIn(splitScript(script) ?? []))
      .find((words) => words?.includes('--test')) ??
    []
  );
};

const DESTINATION = '--test-reporter-destination=stdout';
const reportTo = (reporter: string): readonly string[] => [`--test-reporter=${reporter}`, DESTINATION];

/** Node prints for people only while no reporter is named, and wants as many destinations as reporters. */
const keepOwnReporter = (words: readonly string[]): readonly string[] => {
  const names = (option: string): boolean => words.some((word) => word === option || word.startsWith(`${option}=`));
  if (!names('--test-reporter')) return reportTo('spec');
  return names('--test-reporter-destination') ? [] : [DESTINATION];
};

const FOLDERS = ['test', 'tests', '__tests__', 'src', '.'];
const TEST_FILE = /\.(?:test|spec)\.[cm]?[jt]s$|^test[-.].*\.[cm]?js$/;
const IMPORTS_NODE_TEST = /\b(?:from|require\(|import)\s*\(?\s*['"]node:test['"]/;
/** One is enough, and none of the first few means no. */
const MOST_FILES = 20;

/** `true` when one of the first test files of `folder` imports `node:test`. */
const findNodeTests = async (folder: string): Promise<boolean> =>
  FOLDERS.some((name) =>
    namesIn(join(folder, name))
      .filter((entry) => TEST_FILE.test(entry))
      .slice(0, MOST_FILES)
      .some((entry) => IMPORTS_NODE_TEST.test(readText(join(folder, name, entry)) ?? '')),
  );
