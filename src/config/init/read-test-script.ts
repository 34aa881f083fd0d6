/**
 * From the `test` script of a package.json to a command that runs the suite once, without a shell.
 *
 * @module
 */
import { splitCommand } from '../split-command.ts';
import type { ProjectFacts } from './project-facts.ts';

/** Of vitest: ways to say how it should stay; we want it to run once. */
const VITEST_MODES = new Set(['run', 'watch', 'dev', '--watch', '-w', '--run']);

const WATCHES = /^--watch(?:All)?(?:=true)?$/;

/**
 * The command behind a script. `null` for a script that says nothing of a runner; a script with a known runner that needs
 * a shell is run through npm.
 */
export const readTestScript = (
  script: string,
): (Pick<ProjectFacts, 'runner'> & { readonly command: readonly string[] }) | null => {
  const split = splitCommand(script);
  const words = 'words' in split ? split.words : script.split(/\s+/);
  const runner = runnerIn(words);
  if (runner === null) return null;
  if (!('words' in split)) return { runner, command: ['npm', 'test'] };
  const [program, ...rest] = split.words;
  if (runner !== 'vitest') {
    const words = split.words.filter((word) => !WATCHES.test(word));
    return { runner, command: program === 'node' || program === 'npx' ? words : ['npx', ...words] };
  }
  const options = (program === 'npx' ? rest.slice(1) : rest).filter((word) => !VITEST_MODES.has(word));
  return program === 'vitest' || rest[0] === 'vitest'
    ? { runner, command: ['npx', 'vitest', 'run', ...options] }
    : { runner, command: ['npm', 'test'] };
};

const runnerIn = (words: readonly string[]): ProjectFacts['runner'] => {
  if (words.includes('vitest')) return 'vitest';
  if (words.includes('jest')) return 'jest';
  if (words.includes('playwright')) return 'playwright';
  // Where node runs its own tests, mocha may be the name of a folder.
  if (words.includes('mocha') && !words.includes('--test')) return 'mocha';
  if (words.includes('node') && words.includes('--test')) return 'node';
  const speaksTap = words.some((word) =>
    ['tape', 'tap', '--tap', '--reporter=tap', '--test-reporter=tap'].includes(word),
  );
  return speaksTap ? 'tap' : null;
};
