/**
 * Which new configs of jest give an agent no more than its own tests do: plain values that say where tests are, and how
 * they are compiled by a package.
 *
 * @module
 */
import { z } from 'zod';
import { parseJson } from '../../text/parse-json.ts';
import { NO_DATA, readLiteralConfig } from '../set-up/literal-config.ts';
import { checkSettings, type SetUp } from '../set-up/plain-settings.ts';

/** A pattern that takes nothing away, in the project. */
const PLACE = /^(?!!)(?!.*(?:\.\.|node_modules))/;

const flag = z.boolean();
const places = z.array(z.string().regex(PLACE));
const words = z.array(z.string());
const compiler = z.enum(['ts-jest', 'babel-jest']);

/** Aliases for files of the project, and endings that TypeScript leaves out. */
const NAMES: Readonly<Record<string, RegExp>> = {
  '^(\\.{1,2}/.*)\\.js$': /^\$1$/,
  '^@/(.*)$': /^<rootDir>\/(?!.*(?:\.\.|node_modules))[\w./-]*\$1$/,
  '^~/(.*)$': /^<rootDir>\/(?!.*(?:\.\.|node_modules))[\w./-]*\$1$/,
};

const config = z
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
    preset: z.enum(['ts-jest', 'ts-jest/presets/default', 'ts-jest/presets/default-esm', 'ts-jest/presets/js-with-ts']),
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

export const isPlainJestJson = (text: string): SetUp => checkSettings(config, parseJson(text));

export const isPlainJest = async (text: string): Promise<SetUp> => {
  // It loads the module that such a comment names.
  const read = text.includes('@jest-config-loader') ? undefined : await readLiteralConfig(text);
  return read === undefined ? NO_DATA : checkSettings(config, read);
};
