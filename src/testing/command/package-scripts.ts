/**
 * The scripts of a package.json, as far as they are one plain command.
 *
 * @module
 */
import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const packageFile = z.looseObject({ scripts: z.record(z.string(), z.string()).default({}) });

/** The text of a script; `null` when there is none, or no package.json that can be read. */
export const readScript = (workspace: string, name: string): string | null => {
  try {
    const { scripts } = packageFile.parse(JSON.parse(readWithoutWaiting(join(workspace, 'package.json'))));
    return Object.hasOwn(scripts, name) ? (scripts[name] ?? null) : null;
  } catch {
    return null;
  }
};

/** An agent may have put a pipe there, without a writer. */
export const readWithoutWaiting = (path: string): string => {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
};

/** Whether a script of package.json has this word behind a quotation mark, which keeps it from the shell. */
export const isQuotedInScript = (workspace: string, word: string): boolean => {
  try {
    const { scripts } = packageFile.parse(JSON.parse(readWithoutWaiting(join(workspace, 'package.json'))));
    return Object.values(scripts).some((script) => script.includes(`"${word}`) || script.includes(`'${word}`));
  } catch {
    return false;
  }
};

const JOINS_COMMANDS = /[&|;<>`\n]|\$\(/;
const WORD = /"([^"]*)"|'([^']*)'|(\S+)/g;

/** The words of a script without leading `NAME=value`; `null` when a shell would make more than one command of it. */
export const splitScript = (script: string): readonly string[] | null => {
  if (JOINS_COMMANDS.test(script)) return null;
  const words = [...script.matchAll(WORD)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');
  const first = words.findIndex((word) => !/^\w+=/.test(word) && word !== 'cross-env');
  return first === -1 ? null : words.slice(first);
};
