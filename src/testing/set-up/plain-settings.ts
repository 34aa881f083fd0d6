/**
 * Whether a new config has only settings that give an agent no more than its own tests do; if not, the key that gives it
 * more, and why.
 *
 * @module
 */
import type { z } from 'zod';

/** Whether it may appear; or why not, and the way out: the rest of a sentence about the file. */
export type SetUp = boolean | string;

const LOADS = 'loads code beside the tests';
const LEAVES_OUT = 'may leave tests out';
const ELSEWHERE = 'may resolve a name to another file';

/** The effect of a key in any runner, by its last name. */
const REASONS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    (
      'setupFiles setupFilesAfterEnv globalSetup globalTeardown environment testEnvironment runner testRunner transform ' +
      'resolver reporters snapshotSerializers snapshotResolver testSequencer sequencer preset plugins provider extends'
    )
      .split(' ')
      .map((key) => [key, LOADS]),
  ),
  ...Object.fromEntries(
    'exclude testPathIgnorePatterns testNamePattern shard projects workspace'
      .split(' ')
      .map((key) => [key, LEAVES_OUT]),
  ),
  ...Object.fromEntries(
    'alias moduleNameMapper modulePaths roots rootDir root'.split(' ').map((key) => [key, ELSEWHERE]),
  ),
  retry: 'hides a test that fails',
  bail: 'ends the suite before its last test',
  passWithNoTests: 'lets a suite without tests pass',
  allowOnly: LEAVES_OUT,
  dangerouslyIgnoreUnhandledErrors: 'hides errors outside of tests',
};

const UNKNOWN = 'is not known to change no result';

interface Words {
  /** More effects of keys, by their last name. */
  readonly reasons?: Readonly<Record<string, string>>;
  /** A key as it is written in the file. */
  readonly nameKey?: (key: string) => string;
}

export const checkSettings = (
  settings: z.ZodType,
  value: unknown,
  { reasons = {}, nameKey = (key) => key }: Words = {},
): SetUp => {
  const [issue] = settings.safeParse(value).error?.issues ?? [];
  if (issue === undefined) return true;
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = [...issue.path, ...unknown].filter((each) => typeof each !== 'number').map(String);
  if (path.length === 0) return false;
  const known = path.findLast((name) => Object.hasOwn(reasons, name) || Object.hasOwn(REASONS, name)) ?? '';
  const key = nameKey(path.join('.'));
  return `sets ${key}, which ${reasons[known] ?? REASONS[known] ?? UNKNOWN}: remove this key`;
};
