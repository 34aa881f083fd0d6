/**
 * A repository as its people have it, and the config that `dualgate init` writes for it: only the agent is filled in.
 */
import { readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { aProject, type Files, type Project, write } from './a-project.ts';

interface Repository {
  readonly files: Files;
  /** Files that an honest agent writes, phase by phase. */
  readonly work: Readonly<Record<string, Files>>;
  /** Script of the agent. @default an honest one */
  readonly agent?: string;
  /** Folder of node_modules, which the repository links to. */
  readonly modules?: string | null;
  /** Makes what no file can hold. */
  readonly prepare?: (project: Project) => Promise<unknown>;
}

/** Lays it out without a config. */
export const layOut = async (home: string, { files, modules, prepare, ...rest }: Repository): Promise<Project> => {
  await write(home, { '.gitconfig': '[user]\n\tname = Ann\n\temail = ann@example.org\n' });
  const project = await aProject(home, {
    files: { '.gitignore': 'node_modules\n', ...files },
    ...rest,
    config: { tests: {} },
  });
  await rm(join(project.workspace, 'dualgate.yaml'));
  if (modules != null) await symlink(modules, join(project.workspace, 'node_modules'));
  await prepare?.(project);
  return project;
};

/** Fills in the agent, and nothing else: init finds the spec. */
export const nameAgent = async ({ workspace, agent }: Project): Promise<string> => {
  const path = join(workspace, 'dualgate.yaml');
  const config = parseDocument(await readFile(path, 'utf8'));
  config.setIn(['agent', 'command'], [join(agent, 'agent.sh')]);
  await write(workspace, { 'dualgate.yaml': String(config) });
  return path;
};
