/** A tiny real project that is not the demo: sources in lib/, checks in checks/, in a git repository of its own. */
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { stringify } from 'yaml';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { IN_ONE_PROCESS, SUITE } from '../in-one-process.ts';
import { HONEST } from './a-shell-agent.ts';
import { DOCUMENTS } from './documents.ts';

export interface Project {
  /** Holds everything of the test; the agent and the anchors lie in it and outside of the workspace. */
  readonly home: string;
  readonly workspace: string;
  /** Folder of the agent. */
  readonly agent: string;
}

export type Files = Readonly<Record<string, string>>;

export interface ProjectOptions {
  /** Script of the agent. @default an honest one */
  readonly agent?: string;
  /** Files that an honest agent writes, phase by phase. @default the work on shout() */
  readonly work?: Readonly<Record<string, Files>>;
  /** In the repository from the start. */
  readonly files?: Files;
  /** Wins over the least config, key by key. */
  readonly config?: Readonly<Record<string, unknown>>;
}

const SPEC =
  '# Shout\n\n- [ ] AC-1: a word is shouted in capitals\n- [ ] AC-2: a shout ends with one exclamation mark\n';

const CHECKS = `import { test } from 'node:test';
import { equal } from 'node:assert/strict';
import { shout } from '../lib/shout.mjs';
test('AC-1: a word is shouted in capitals', () => equal(shout('no')?.slice(0, 2), 'NO'));
test('AC-2: a shout ends with one exclamation mark', () => equal(shout('no!')?.slice(2), '!'));
`;

export const STUB = 'export const shout = () => undefined;\n';
export const SHOUT = "export const shout = (word) => word.toUpperCase().replace(/!*$/, '') + '!';\n";

export const WORK = {
  RED: { 'checks/shout.test.mjs': CHECKS, 'lib/shout.mjs': STUB },
  GREEN: { 'lib/shout.mjs': SHOUT },
  REFACTOR: {
    'lib/shout.mjs': `const bare = (word) => word.replace(/!*$/, '');\nexport const shout = (word) => \`\${bare(word).toUpperCase()}!\`;\n`,
  },
  DOCUMENT: DOCUMENTS,
} as const satisfies Readonly<Record<string, Files>>;

/** The named ones of the default phases, each with keys of its own. */
export const phases = (named: Readonly<Record<string, object>>): readonly object[] =>
  DEFAULT_PHASES.filter(({ phase }) => Object.hasOwn(named, phase)).map((each) => ({ ...each, ...named[each.phase] }));

/** RED and GREEN, and only one chance to leave GREEN. */
export const ONE_CHANCE = phases({ RED: {}, GREEN: { limits: { max_iterations: 1 } } });

/** Lays it out and commits it. */
export const aProject = async (
  home: string,
  { agent = HONEST, work = WORK, files = {}, config = {} }: ProjectOptions = {},
): Promise<Project> => {
  const project = { home, workspace: join(home, 'work space'), agent: join(home, 'agent') };
  await write(project.workspace, {
    'specs/shout.md': SPEC,
    'dualgate.yaml': stringify({
      work: { spec: 'specs/shout.md' },
      agent: { command: [join(project.agent, 'agent.sh')] },
      tests: IN_ONE_PROCESS,
      ...config,
    }),
    ...('tests' in config ? {} : SUITE),
    ...files,
  });
  await mkdir(project.agent);
  for (const [phase, prepared] of Object.entries(work)) {
    await mkdir(join(project.agent, phase));
    await write(join(project.agent, phase), prepared);
  }
  await write(project.agent, { 'agent.sh': agent });
  await chmod(join(project.agent, 'agent.sh'), 0o755);
  await git(project, 'init', '--quiet');
  await commitAll(project, 'Start');
  return project;
};

/** All that is there, by a person. */
export const commitAll = async (project: Project, message: string): Promise<void> => {
  await git(project, 'add', '--all');
  const author = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];
  await git(project, ...author, 'commit', '--quiet', '--message', message);
};

export const write = async (folder: string, files: Files): Promise<void> => {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
};

/** Away from the user's own git config. */
const git = ({ home, workspace }: Project, ...args: readonly string[]): Promise<unknown> =>
  execa('git', args, { cwd: workspace, env: { PATH: process.env['PATH'] ?? '', HOME: home }, extendEnv: false });
