/**
 * go test: its own events, `-json`. `-count=1`: a result out of Go's cache is none of this run.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { packagesOf } from './go-work.ts';
import { join, posix } from 'node:path';
import { findProgram } from '../command/find-program.ts';
import { insertArguments } from '../command/insert-arguments.ts';
import { goEnvFile } from './go-env-file.ts';
import { withoutRequirements } from './go-mod.ts';
import { readGo } from './read-go.ts';
import type { Runner } from '../runner.ts';
import { isVendorCopy } from './vendored.ts';

/** As soon as it is there, go builds from it, and not from the modules. */
const VENDOR = 'vendor/**';

export const goRunner: Runner = {
  report: 'stdout',
  read: readGo,
  saysNoTests: (stderr) => /^no packages to test$/m.test(stderr),
  isFoundIn: ({ program, words }) => program === 'go' && words[0] === 'test',
  // It runs packages, not files.
  select: (command, files) => {
    if (!command.includes('./...')) return null;
    const packages = [...new Set(files.map((file) => `./${posix.dirname(file)}`))];
    return command.flatMap((word) => (word === './...' ? packages : [word]));
  },
  detect: {
    isInScript: ([program, verb]) => program === 'go' && verb === 'test',
    fromScript: (words) => words,
    drops: {
      failFast: ['-failfast', '--failfast'],
      coverage: ['-coverprofile N', '-covermode N', '-coverpkg N', '-cover'],
    },
    language: 'go',
    isIn: async (folder) => ['go.mod', 'go.work'].some((name) => existsSync(join(folder, name))),
    command: (folder) => ['go', 'test', ...packagesOf(folder)],
  },
  frozen: {
    atRoot: ['go.work'],
    parts: { 'go.mod': withoutRequirements },
    setUp: { 'go.mod#tests': (text) => /^module \S+$/.test(text.trim()) },
    installed: async (folder) => (existsSync(join(folder, 'go.mod')) ? [join(folder, VENDOR)] : []),
    copies: { [VENDOR]: isVendorCopy },
    above: ['go.work'],
    inHome: () => [goEnvFile()],
    variables: ['GO[A-Z]*'],
  },
  toolchain: ['go/bin', 'go/pkg'],
  tests: {
    modules: { golang: ['testing(?:/[a-z]+)?'] },
    asked: {
      golang: [
        String.raw`\bflag\.Lookup\s*\(\s*"test\.`,
        String.raw`\bos\.Args\b[^\n]*"[^"\n]*\btest\b`,
        String.raw`\bos\.Executable\b[\s\S]{0,300}?\.test"`,
        String.raw`\b(?:runtime\.Callers?|debug\.Stack)\b[\s\S]{0,400}?"[^"\n]*(?:_test|\.Test|testing)`,
      ],
    },
  },
  // Its events.
  noise: [String.raw`\{ ?"\w+":`],
  prepare: (command, workspace) => {
    const found = findProgram(command, workspace);
    const words = 'words' in found ? found.words : command;
    const options = ['-count=1', ...(words.some((word) => /^--?json(?:=true)?$/.test(word)) ? [] : ['-json'])];
    // Arguments after -args belong to the test program.
    return {
      command: insertArguments(command, options, { folder: workspace, isBarrier: (word) => /^--?args$/.test(word) }),
      env: {},
    };
  },
};
