/**
 * The part of a file about tests, where an agent also edits the file for other reasons. The runners define that part;
 * here are the files of no runner. Everything that is not known to be free is frozen.
 *
 * @module
 */
import { basename } from 'node:path';
import { z } from 'zod';
import { askRunners } from '../testing/ask-runners.ts';
import { withoutComments } from '../text/parse-json.ts';

/** Files of no runner: they decide what a name resolves to, and which variables are set. */
export const SETTINGS: readonly string[] = ['tsconfig.json', 'jsconfig.json', '.env'];

const PARTS = new Map(askRunners(({ frozen }) => Object.entries(frozen?.parts ?? {})));

/** The names of such files of all runners. */
export const PARTS_OF_RUNNERS: readonly string[] = [...PARTS.keys()];

/** The text that counts; `''` where the file has nothing about tests. */
export const readTestSettings = (file: string, text: string): string => {
  const name = basename(file);
  const leavePart = PARTS.get(name) ?? (name.endsWith('.json') ? readResolution : leaveVariables);
  return leavePart(text)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .join('\n');
};

/** Variables that configure runners, and the programs that start them. */
const STEERS = new RegExp(
  String.raw`^\s*(?:export\s+)?(?:${askRunners(({ frozen }) => frozen?.variables).join('|')})\s*=`,
  'i',
);

const leaveVariables = (text: string): string =>
  text
    .split(/\r?\n/)
    .filter((line) => STEERS.test(line))
    .join('\n');

/**
 * TypeScript: decides what a name resolves to, and what ts-node loads. Runners that read it would load something else in
 * place of a test's import.
 */
const readResolution = (text: string): string => {
  try {
    const { extends: base, compilerOptions, 'ts-node': loader } = resolution.parse(JSON.parse(withoutComments(text)));
    const { baseUrl, paths, rootDirs } = compilerOptions ?? {};
    // The one of a package is installed, and resolves to no source.
    const own = [base].flat().filter((each) => typeof each === 'string' && /^[./]/.test(each));
    const found = { base: own.length === 0 ? undefined : own, baseUrl, paths, rootDirs, 'ts-node': loader };
    return Object.values(found).every((value) => value === undefined) ? '' : JSON.stringify(found);
  } catch {
    return text;
  }
};

const resolution = z.looseObject({
  extends: z.unknown().optional(),
  // Modules that it loads before any other.
  'ts-node': z.unknown().optional(),
  compilerOptions: z
    .looseObject({ baseUrl: z.unknown().optional(), paths: z.unknown().optional(), rootDirs: z.unknown().optional() })
    .optional(),
});
