/**
 * Detects the facts of a project for `dualgate init`. It reads files and runs nothing.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isRepository } from '../../processes/is-repository.ts';
import { detectDocuments } from './detect-documents.ts';
import { detectTests, readPackage } from './detect-tests.ts';
import { findSpecs, withCriteriaFirst } from './find-specs.ts';
import type { WorkspacePackage } from './find-packages.ts';
import type { ProjectFacts, SpecCandidate } from './project-facts.ts';
import type { ProposedCheck } from './script-checks.ts';
import { isPackageManager } from '../../testing/command/find-program.ts';

interface ProjectOptions {
  /** The PATH on which programs are looked for. @default that of this process */
  readonly path?: string | undefined;
  /** The package whose tests run. @default the project itself */
  readonly part?: WorkspacePackage | undefined;
  /** Whether the project is the root of a monorepo. @default false */
  readonly isRoot?: boolean;
}

/** The facts of the project in `folder`. A file that cannot be read counts as absent. */
export const detectProject = async (
  folder: string,
  { path = process.env['PATH'] ?? '', part, isRoot = false }: ProjectOptions = {},
): Promise<ProjectFacts> => ({
  ...(await (part === undefined ? detectTests(folder, { path, isRoot }) : detectPart(folder, part, path))),
  specs: await findSpecsOf(folder, part?.folder),
  documents: await detectDocuments(folder),
  git: isInRepository(resolve(folder)),
  installed: existsSync(join(folder, 'node_modules', 'dualgate', 'docs', 'reference', 'dualgate.schema.json')),
});

/** A package may use what is installed for its root. */
const detectPart = async (root: string, { folder }: WorkspacePackage, path: string) => {
  const { dependencies, devDependencies } = await readPackage(root);
  const packages = existsSync(join(root, folder, 'package.json')) ? { ...dependencies, ...devDependencies } : {};
  const { checks, ...tests } = await detectTests(join(root, folder), { path, packages });
  const isPnpm = existsSync(join(root, 'pnpm-workspace.yaml'));
  return { ...tests, folder, checks: checks.flatMap((check) => runFromRoot(check, folder, isPnpm) ?? []) };
};

/** A check runs in the workspace, so it names the folder of the package; `null` where it cannot. */
const runFromRoot = ({ name, command }: ProposedCheck, folder: string, isPnpm: boolean): ProposedCheck | null => {
  const [program = '', ...words] = command;
  if (isPackageManager(program) && words[0] === 'run')
    return { name, command: [...(isPnpm ? ['pnpm', '--dir', folder] : ['npm', '--prefix', folder]), ...words] };
  if (program !== 'npx') return null;
  const exec = isPnpm ? ['pnpm', '--dir', folder, 'exec'] : ['npm', 'exec', `--workspace=${folder}`, '--'];
  return { name, command: [...exec, ...words] };
};

/** Those of the package before those of the root. */
const findSpecsOf = async (root: string, folder: string | undefined): Promise<readonly SpecCandidate[]> => {
  const ofRoot = await findSpecs(root);
  if (folder === undefined) return ofRoot;
  const own = (await findSpecs(join(root, folder))).map((spec) => ({ ...spec, path: `${folder}/${spec.path}` }));
  return withCriteriaFirst([...own, ...ofRoot]);
};

const isInRepository = (folder: string): boolean => {
  if (isRepository(folder)) return true;
  const parent = dirname(folder);
  return parent !== folder && isInRepository(parent);
};
