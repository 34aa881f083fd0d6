/**
 * Looks at a project as `dualgate init` finds it. Reads, and runs nothing.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { findNodeTests } from './find-node-tests.ts';
import { findOtherTests } from './find-other-tests.ts';
import { findSpecs } from './find-specs.ts';
import type { ProjectFacts } from './project-facts.ts';
import { readTestScript } from './read-test-script.ts';

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
