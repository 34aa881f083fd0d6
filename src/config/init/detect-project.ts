/**
 * Looks at a project as `dualgate init` finds it. Reads, and runs nothing.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import type { ProjectFacts, SpecCandidate } from './project-facts.ts';
import { splitCommand } from '../split-command.ts';

const packageSchema = z.object({
  scripts: z.record(z.string(), z.unknown()).catch({}).default({}),
  dependencies: z.record(z.string(), z.unknown()).catch({}).default({}),
  devDependencies: z.record(z.string(), z.unknown()).catch({}).default({}),
});
type Package = z.output<typeof packageSchema>;

/** The facts of the project in `folder`. What cannot be read counts as not there. */
export const detectProject = async (folder: string): Promise<ProjectFacts> => ({
  ...(await detectTests(folder)),
  specs: await findSpecs(folder),
  git: isInRepository(resolve(folder)),
  installed: existsSync(join(folder, 'node_modules', 'dualgate', 'docs', 'reference', 'dualgate.schema.json')),
});

/** When there is no script: the first one that the project depends on. */
const BY_PACKAGE = [
  { name: 'vitest', tests: { runner: 'vitest', command: ['npx', 'vitest', 'run'] } },
  { name: 'jest', tests: { runner: 'jest', command: ['npx', 'jest'] } },
  { name: 'mocha', tests: { runner: 'mocha', command: ['npx', 'mocha'] } },
  { name: '@playwright/test', tests: { runner: 'playwright', command: ['npx', 'playwright', 'test'] } },
] as const;

const detectTests = async (folder: string): Promise<Pick<ProjectFacts, 'runner' | 'command'>> => {
  const { scripts, dependencies, devDependencies } = await readPackage(folder);
  const script = scripts['test'];
  const fromScript = typeof script === 'string' ? readTestScript(script) : null;
  if (fromScript !== null) return fromScript;
  const packages = { ...dependencies, ...devDependencies };
  const installed = BY_PACKAGE.find(({ name }) => name in packages);
  if (installed !== undefined) return installed.tests;
  if (await findNodeTests(folder)) return { runner: 'node', command: ['node', '--test'] };
  return (await findOtherTests(folder)) ?? { runner: null, command: null };
};

const readPackage = async (folder: string): Promise<Package> => {
  try {
    return packageSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  } catch {
    return { scripts: {}, dependencies: {}, devDependencies: {} };
  }
};

const isInRepository = (folder: string): boolean => {
  if (existsSync(join(folder, '.git'))) return true;
  const parent = dirname(folder);
  return parent !== folder && isInRepository(parent);
};

const FOLDERS = ['test', 'tests', '__tests__', 'src', '.'];
const TEST_FILE = /\.(?:test|spec)\.[cm]?[jt]s$|^test[-.].*\.[cm]?js$/;
const IMPORTS_NODE_TEST = /\b(?:from|require\(|import)\s*\(?\s*['"]node:test['"]/;
/** One is enough, and none of the first few means no. */
const MOST_FILES = 20;

/** `true` when one of the first test files of `folder` imports `node:test`. */
const findNodeTests = async (folder: string): Promise<boolean> => {
  for (const name of FOLDERS) {
    const entries = await readdir(join(folder, name)).catch((): string[] => []);
    for (const entry of entries.filter((entry) => TEST_FILE.test(entry)).slice(0, MOST_FILES)) {
      const text = await readFile(join(folder, name, entry), 'utf8').catch(() => '');
      if (IMPORTS_NODE_TEST.test(text)) return true;
    }
  }
  return false;
};

type FoundTests = Pick<ProjectFacts, 'runner'> & { readonly command: readonly string[] };

/** `null` where no language was seen that has its own way to test. */
const findOtherTests = async (folder: string): Promise<FoundTests | null> => {
  const has = (name: string): boolean => existsSync(join(folder, name));
  if (has('Cargo.toml')) return { runner: 'cargo', command: ['cargo', 'test'] };
  if (has('go.mod')) return { runner: 'go', command: ['go', 'test', './...'] };
  if (!(await usesPytest(folder))) return null;
  const launcher = has('uv.lock') ? ['uv', 'run'] : has('poetry.lock') ? ['poetry', 'run'] : ['python3', '-m'];
  return { runner: 'pytest', command: [...launcher, 'pytest'] };
};

const usesPytest = async (folder: string): Promise<boolean> => {
  const texts = await Promise.all(
    ['pyproject.toml', 'requirements.txt', 'requirements-dev.txt', 'setup.cfg', 'tox.ini'].map((name) =>
      readFile(join(folder, name), 'utf8').catch(() => ''),
    ),
  );
  if (texts.some((text) => /\bpytest\b/.test(text))) return true;
  for (const place of ['.', 'test', 'tests']) {
    const entries = await readdir(join(folder, place)).catch((): string[] => []);
    if (entries.some((name) => name === 'pytest.ini' || name === 'conftest.py' || /^test_.+\.py$/.test(name)))
      return true;
  }
  return false;
};

/** Where to look, best first. A README counts only when it has checkboxes. */
const PLACES: readonly { readonly folder: string; readonly name: RegExp; readonly needsCriteria: boolean }[] = [
  { folder: 'specs', name: /\.md$/i, needsCriteria: false },
  { folder: '', name: /^specs?\.md$/i, needsCriteria: false },
  { folder: 'docs', name: /^spec.*\.md$/i, needsCriteria: false },
  { folder: '', name: /^readme\.md$/i, needsCriteria: true },
];

const CHECKBOX = /^\s*(?:[-*+]|\d+[.)])\s+\[[ xX]\]\s+\S/;

/** Best first: files with checkboxes before others, then in the order of the places, then by name. */
const findSpecs = async (folder: string): Promise<readonly SpecCandidate[]> => {
  const found: SpecCandidate[] = [];
  for (const place of PLACES) {
    const entries = await readdir(join(folder, place.folder)).catch((): string[] => []);
    for (const entry of entries.filter((entry) => place.name.test(entry)).sort()) {
      const criteria = await countCheckboxes(join(folder, place.folder, entry));
      if (criteria === null || (place.needsCriteria && criteria === 0)) continue;
      found.push({ path: place.folder === '' ? entry : `${place.folder}/${entry}`, criteria });
    }
  }
  return [...found.filter(({ criteria }) => criteria > 0), ...found.filter(({ criteria }) => criteria === 0)];
};

/** Checkboxes in code fences are examples. */
const countCheckboxes = async (path: string): Promise<number | null> => {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  const plain = text.replace(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\1[^\n]*$|(?![\s\S]))/gm, '');
  return plain.split('\n').filter((line) => CHECKBOX.test(line)).length;
};

/** Of vitest: ways to say how it should stay; we want it to run once. */
const VITEST_MODES = new Set(['run', 'watch', 'dev', '--watch', '-w', '--run']);

const WATCHES = /^--watch(?:All)?(?:=true)?$/;

/**
 * The command behind a script. `null` for a script that says nothing of a runner; a script with a known runner that needs
 * a shell is run through npm.
 */
const readTestScript = (
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
