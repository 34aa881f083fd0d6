/** Detects the tests of one folder: by the script, an installed package, the files of a build tool or of a runner, in this order. */
import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { z } from 'zod';
import { appendArguments } from '../../runners/command/find-program.ts';
import { type ProposedTests, RUNNERS, RUNNER_NAMES, type RunnerName } from '../../runners/runners.ts';
import type { ProposedCheck } from './script-checks.ts';
import { readText, readPlain } from '../../base/files/open-plain.ts';
import { listNames, findSourceListing } from '../../project/sources/fingerprint.ts';
import { findBuilt } from '../../evidence/find-built.ts';
import { findBuildTool } from '../../runners/build/build-tools.ts';
import { splitParts } from './script-parts.ts';
import type { Language } from '../../runners/runner.ts';
import { findLanguage } from './render-phases.ts';
import { readTestScript } from './test-script.ts';

/** The tests with such an option, and with a note that names the file; the tests as they are where none is needed. */
const overruleConfig = async (tests: ProposedTests, folder: string): Promise<ProposedTests> => {
  const { runner, command } = tests;
  const rule = runner === null ? undefined : RUNNERS[runner].detect?.overrule;
  if (rule === undefined || command === null) return tests;
  for (const name of rule.files) {
    const text = readText(join(folder, name)) ?? '';
    if (!rule.says.test(text)) continue;
    const note = `${rule.option}: ${name} ends the suite at the first failure, but the report must list every test.`;
    return {
      ...tests,
      command: appendArguments(command, [rule.option], folder),
      notes: [...(tests.notes ?? []), note],
    };
  }
  return tests;
};

const packageSchema = z.object({
  name: z.string().catch('').default(''),
  scripts: z.record(z.string(), z.unknown()).catch({}).default({}),
  dependencies: z.record(z.string(), z.unknown()).catch({}).default({}),
  devDependencies: z.record(z.string(), z.unknown()).catch({}).default({}),
});
type Package = z.output<typeof packageSchema>;

/** A package.json that cannot be read is empty. */
export const readPackage = async (folder: string): Promise<Package> => {
  try {
    return packageSchema.parse(JSON.parse(readPlain(join(folder, 'package.json'))));
  } catch {
    return { name: '', scripts: {}, dependencies: {}, devDependencies: {} };
  }
};

interface DetectedTests extends ProposedTests {
  readonly checks: readonly ProposedCheck[];
  readonly language: Language | null;
}

interface DetectOptions {
  /** The PATH on which launchers are looked for. */
  readonly path: string;
  /** Installed packages that the folder can also use. @default none */
  readonly packages?: Readonly<Record<string, unknown>>;
  /** The root of a monorepo: an installed runner counts only if its config is there, too. @default false */
  readonly isRoot?: boolean;
}

/** A file that cannot be read counts as absent. */
export const detectTests = async (
  folder: string,
  { path, packages = {}, isRoot = false }: DetectOptions,
): Promise<DetectedTests> => {
  const found = await readPackage(folder);
  const language = findLanguage(folder, null);
  const script = readTestScript(found.scripts, folder, await findMade(folder));
  if (script !== null) {
    const tests = await overruleConfig(script.tests, folder);
    return { ...tests, checks: script.checks, language: languageOf(folder, tests) };
  }
  const installed = { ...packages, ...found.dependencies, ...found.devDependencies };
  const isHere = (name: RunnerName): boolean => !isRoot || hasConfig(folder, name);
  const named = RUNNER_NAMES.find((name) => (RUNNERS[name].detect?.package ?? '') in installed && isHere(name)) ?? null;
  const tool = named === null ? await findBuildTool(folder, splitParts) : null;
  // The tests of a runner are surer than the file of a build tool; those of Deno may import node:test.
  const runner = named ?? (tool?.language === 'deno' ? null : await findRunnerOfFiles(folder));
  if (runner === null) return { ...(tool?.tests ?? NOTHING), checks: [], language: tool?.language ?? language };
  const command = (await RUNNERS[runner].detect?.command(folder, path)) ?? null;
  const tests = await overruleConfig({ runner, command }, folder);
  return { ...tests, checks: [], language: findLanguage(folder, runner) };
};

/** Globs of the compiled files that the tests of a folder read, with the notes that a compiler keeps beside them. */
const findMade = async (folder: string): Promise<readonly string[]> => {
  const files = await listFolder(folder);
  const built = await findBuilt(
    folder,
    files.filter((path) => TEST.test(path)),
  );
  if (built.length === 0) return [];
  const notes = (await readdir(folder)).filter((name) => name.endsWith('.tsbuildinfo') && !files.includes(name));
  return [...new Set([...built.map(({ makes }) => makes), ...notes])];
};

const TEST = /(?:^|\/)(?:tests?|specs?|__tests__)\/|[._-](?:test|spec)\.\w+$|(?:^|\/)test_\w+\.py$/;

/** Whether a folder has a file that is named like a test. */
export const hasTests = async (folder: string): Promise<boolean> =>
  (await listFolder(folder)).some((path) => TEST.test(path));

/** The sources of a folder; none where they cannot be listed. */
const listFolder = async (folder: string): Promise<readonly string[]> => {
  try {
    const { names } = await listNames(folder, await findSourceListing(folder));
    return names.map((name) => name.toString('utf8'));
  } catch {
    return [];
  }
};

const hasConfig = (folder: string, runner: RunnerName): boolean =>
  RUNNERS[runner].frozen?.everywhere?.some((name) => existsSync(join(folder, name))) === true;

const NOTHING: ProposedTests = { runner: null, command: null };

const languageOf = (folder: string, { runner, command }: ProposedTests): Language | null => {
  const program = command?.[0];
  return program === 'bun' || program === 'deno' ? program : findLanguage(folder, runner);
};

/** Without a script or a package: the first known runner that has tests in the project. */
const findRunnerOfFiles = async (folder: string): Promise<RunnerName | null> => {
  for (const name of RUNNER_NAMES) if ((await RUNNERS[name].detect?.isIn?.(folder)) === true) return name;
  return null;
};
