/** jest 29 and 30. `--no-cache`: its cache has compiled tests, in a folder that anybody can write to. */
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { once } from '../../base/once.ts';
import { parseJson } from '../../base/text/parse-json.ts';
import { NO_DATA, readLiteralConfig, checkSettings, type SetUp } from '../literal-config.ts';
import { looksForVariable, placeReporter, ENV_FILES, withEndings } from '../runner-places.ts';
import { extendJson } from '../settings-text.ts';
import { appendArguments, wordsOf } from '../command/find-program.ts';
import { isGlobOfPath } from '../empty-run.ts';
import type { Runner } from '../runner.ts';
import { selectFiles } from '../command/select-files.ts';

const PLACE = /^(?!!)(?!.*(?:\.\.|node_modules))/;

const NAMES: Readonly<Record<string, RegExp>> = {
  '^(\\.{1,2}/.*)\\.js$': /^\$1$/,
  '^@/(.*)$': /^<rootDir>\/(?!.*(?:\.\.|node_modules))[\w./-]*\$1$/,
  '^~/(.*)$': /^<rootDir>\/(?!.*(?:\.\.|node_modules))[\w./-]*\$1$/,
};

const config = once(() => {
  const flag = z.boolean();
  const places = z.array(z.string().regex(PLACE));
  const words = z.array(z.string());
  const compiler = z.enum(['ts-jest', 'babel-jest']);
  return z
    .strictObject({
      clearMocks: flag,
      coverageDirectory: z.string(),
      coverageProvider: z.enum(['babel', 'v8']),
      coverageReporters: words,
      displayName: z.string(),
      errorOnDeprecated: flag,
      extensionsToTreatAsEsm: words,
      moduleFileExtensions: words,
      moduleNameMapper: z
        .record(z.string(), z.string())
        .refine((names) => Object.entries(names).every(([from, to]) => NAMES[from]?.test(to) === true)),
      preset: z.enum([
        'ts-jest',
        'ts-jest/presets/default',
        'ts-jest/presets/default-esm',
        'ts-jest/presets/js-with-ts',
      ]),
      resetMocks: flag,
      restoreMocks: flag,
      roots: z.array(z.string().regex(/^<rootDir>(?!.*(?:\.\.|node_modules))/)),
      testEnvironment: z.enum(['node', 'jsdom']),
      testMatch: places,
      testPathIgnorePatterns: z.array(z.string().regex(/^(?:<rootDir>)?\/?(?:node_modules|dist|coverage)\/?$/)),
      testRegex: z.string().or(places),
      testTimeout: z.number(),
      transform: z.record(
        z.string(),
        compiler.or(z.tuple([compiler, z.strictObject({ isolatedModules: flag, useESM: flag }).partial()])),
      ),
      verbose: flag,
    })
    .partial();
});

/** Plain values that say where tests are, and how they are compiled by a package. */
const isPlainJestJson = (text: string): SetUp => checkSettings(config(), parseJson(text));

const isPlainJest = async (text: string): Promise<SetUp> => {
  // It loads the module that such a comment names.
  const read = text.includes('@jest-config-loader') ? undefined : await readLiteralConfig(text);
  return read === undefined ? NO_DATA : checkSettings(config(), read);
};

const REPORTER = fileURLToPath(placeReporter('jest/jest.mjs'));

const CONFIGS = withEndings(['jest.config']);

const extendJest = extendJson('testMatch');

const WITH_VALUE = (
  '-c --config --rootDir --roots --projects --selectProjects --ignoreProjects --reporters --outputFile -t --testNamePattern ' +
  '--env --testEnvironment --cacheDirectory --coverageDirectory --collectCoverageFrom --coverageReporters --coverageProvider ' +
  '--changedSince --filter --globalSetup --globalTeardown --setupFiles --setupFilesAfterEnv --preset --resolver --runner ' +
  '--testRunner --testSequencer --testMatch --testRegex --testPathIgnorePatterns --testPathPattern --testPathPatterns ' +
  '--testResultsProcessor --snapshotSerializers --transform --modulePaths --shard -w --maxWorkers'
).split(' ');

export const jestRunner: Runner = {
  report: 'file',
  refused: {
    program: /^jest$/,
    options: {
      failed: '--onlyFailures -f',
      changed: '--onlyChanged -o --lastCommit --changedSince --changedFilesWithAncestor',
      part: '--shard',
    },
  },
  tested: { package: 'jest', from: 29, to: 30 },
  // jest looks for the files before it loads a reporter.
  saysNoTests: (said) => /^No tests found, exiting with code [01]$/m.test(said),
  // Its words are regular expressions, in which a star has something before it.
  leavesGlob: (said, glob) => isGlobOfPath(glob) && said.includes(`Pattern: ${glob} - 0 matches`),
  isFoundIn: ({ program }) => program === 'jest',
  // `-w` is a number of workers there.
  watchWords: ['--watch', '--watchAll', '--watch=true', '--watchAll=true'],
  select: (command, files, folder) =>
    selectFiles(command, files, folder, { added: ['--runTestsByPath', ...files], withValue: WITH_VALUE }),
  detect: {
    package: 'jest',
    isInScript: (words) => words.includes('jest'),
    drops: {
      failFast: ['--bail [N]', '-b [N]'],
      coverage: [
        ...['Directory', 'Reporters', 'Provider', 'Threshold'].map((name) => `--coverage${name} N`),
        '--collectCoverageFrom N',
        '--coverage',
        '--collectCoverage',
      ],
    },
    command: () => ['npx', 'jest'],
  },
  frozen: {
    everywhere: [...CONFIGS, 'jest.config.json'],
    above: CONFIGS,
    settings: /\S/,
    setUp: {
      ...Object.fromEntries(CONFIGS.map((name) => [name, isPlainJest])),
      'jest.config.json': isPlainJestJson,
      'package.json#jest': isPlainJestJson,
    },
    readBy: [
      // It takes such a file for an installed package without a call.
      { files: ['__mocks__'], words: /\bjest\b/ },
      { files: ['__mocks__'], code: /(?<=['"`\s/])jest(?=['"`\s/])|@jest\// },
      { files: ENV_FILES, code: /\bnext\/jest\b|\bpreset["']?\s*[:=]/ },
    ],
    variables: ['JEST_\\w+'],
    extend: { 'package.json#jest': extendJest, 'jest.config.json': extendJest },
    member: 'jest',
    keys: (
      'setupFiles setupFilesAfterEnv globalSetup globalTeardown testEnvironment runner testRunner transform resolver ' +
      'reporters snapshotSerializers snapshotResolver testSequencer preset projects'
    ).split(' '),
    options: ['c', 'config'],
    packages: /^(?:jest|@jest\/[^/]+|jest-[^/]+|babel-jest|ts-jest)$/,
    scopes: ['@jest'],
    programs: ['jest'],
  },
  tests: {
    files: ['**/{__snapshots__,__mocks__}/**/*'],
    modules: { script: ['@jest/globals'] },
    asked: {
      script: [
        looksForVariable('JEST_'),
        String.raw`\bJEST_\w+`,
        String.raw`\btypeof\s+jest\b`,
        String.raw`\bglobal(?:This)?\.jest\b`,
      ],
    },
    // vitest has it, too.
    snapshots: [{ call: /\.to(?:Match|ThrowErrorMatching)Snapshot\(/, files: ['__snapshots__/NAME.snap'] }],
    // A value with this method is equal to whatever the method accepts; vitest reads it too.
    globals: [
      String.raw`\bexpect\s*\.\s*(?:any|anything|extend|\w+(?:Containing|Matching)|arrayOf|closeTo)\b`,
      'asymmetricMatch',
    ],
    // A file in such a folder is taken for the installed package of its name, wherever the folder lies.
    automatic: { tests: /\.[cm]?[jt]sx?$/, folders: ['__mocks__'] },
  },
  marks: ['JEST_WORKER_ID'],
  prepare: (command, workspace) => {
    const words = wordsOf(command, workspace);
    const hasReporter = words.some((word) => /^--reporters(?:=|$)/.test(word));
    const added = [...(hasReporter ? [] : ['--reporters=default']), `--reporters=${REPORTER}`, '--no-cache'];
    return { command: appendArguments(command, added, workspace), env: {} };
  },
};
