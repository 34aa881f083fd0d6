/**
 * The names of the files by which test runners, and the programs that start them, decide what a test is and how it is run.
 *
 * @module
 */
import { basename } from 'node:path/posix';
import { withEndings } from '../testing/code-files.ts';
import type { Runner } from '../testing/runner.ts';
import { RUNNER_NAMES, RUNNERS } from '../testing/runners.ts';
import { isPackageManager, nameProgram } from '../testing/command/find-program.ts';

/** What each runner of the table wants held. */
export const FROZEN_OF_RUNNERS: readonly NonNullable<Runner['frozen']>[] = RUNNER_NAMES.flatMap(
  (name) => RUNNERS[name].frozen ?? [],
);

/** Nobody needs a second one: held in the workspace, and in every folder below it, whether they exist yet or not. */
const CONFIGS = [
  ...FROZEN_OF_RUNNERS.flatMap(({ everywhere = [] }) => everywhere),
  // Of runners that report by JUnit XML or TAP.
  ...'phpunit.xml phpunit.xml.dist phpunit.dist.xml'.split(' '),
  ...withEndings(['babel.config'], ['js', 'cjs', 'mjs', 'json', 'cts']),
  ...'.babelrc .babelrc.json .babelrc.js .babelrc.cjs .swcrc bunfig.toml'.split(' '),
  // Shells and options of the package manager, for every script that it runs.
  ...'.npmrc .yarnrc .yarnrc.yml .pnp.loader.mjs'.split(' '),
];

/** Of use at the root only; elsewhere a file of that name may be anything. */
const AT_THE_ROOT = [
  ...FROZEN_OF_RUNNERS.flatMap(({ atRoot = [] }) => atRoot),
  ...'.env.test .env.test.local .node-version .nvmrc .tool-versions mise.toml .mise.toml'.split(' '),
  ...'.mvn/maven.config .mvn/jvm.config .mvn/extensions.xml deno.json deno.jsonc'.split(' '),
];

/** Held in the workspace whether they exist yet or not. */
export const RUNNER_FILES: readonly string[] = [...CONFIGS, ...AT_THE_ROOT];

const NAMES = new Set(CONFIGS);

/** Whether a file configures a runner, wherever it lies. */
export const isRunnerFile = (path: string): boolean => NAMES.has(basename(path));

const ofTests = (file: string): string => `${file}#tests`;

/** Parts of files that are edited for other reasons too, see frozen-parts.ts. */
export const RUNNER_PARTS: readonly string[] = [
  ...[...FROZEN_OF_RUNNERS.flatMap(({ member = [] }) => member), 'babel'].map((member) => `package.json#${member}`),
  ...[...FROZEN_OF_RUNNERS.flatMap(({ parts = [] }) => parts), 'tsconfig.json', 'jsconfig.json', '.env'].map(ofTests),
  ...['pom.xml', 'gradle.properties', ...withEndings(['build', 'settings'], ['gradle', 'gradle.kts'])].map(ofTests),
];

/** The parts of a file of that name, wherever it lies. */
export const partsOf = (path: string): readonly string[] => {
  const folder = path.slice(0, path.length - basename(path).length);
  return RUNNER_PARTS.filter((part) => part.startsWith(`${basename(path)}#`)).map((part) => `${folder}${part}`);
};

/** Files of programs that run what is written in them: held when the test command is one. */
const RECIPES: Readonly<Record<string, readonly string[]>> = {
  make: ['GNUmakefile', 'makefile', 'Makefile'],
  gmake: ['GNUmakefile', 'makefile', 'Makefile'],
  just: ['justfile', 'Justfile', '.justfile'],
  task: ['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml', 'taskfile.yaml'],
  nox: ['noxfile.py'],
  rake: ['Rakefile', 'rakefile', 'Rakefile.rb'],
};

/** What the test command reads to know what to run: recipes, or the scripts of package.json. */
export const recipesOf = ([program = '', ...words]: readonly string[]): readonly string[] => {
  const name = nameProgram(program);
  if (isPackageManager(name) || words.some((word) => /^--run(?:=|$)/.test(word))) return ['package.json#scripts'];
  return Object.hasOwn(RECIPES, name) ? (RECIPES[name] ?? []) : [];
};
