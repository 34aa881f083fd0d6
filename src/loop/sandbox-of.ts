/**
 * The sandbox of a run, for the agent and for the tests: the agent wrote the tests, so they count as its programs. It
 * gets the folders of the repository around the workspace.
 */
import { dirname, join } from 'node:path';
import type { Agent } from '../project/config/choose-agent.ts';
import { channelPlaces } from '../base/channel-folder.ts';
import type { Config, SuiteConfig } from '../project/config/config.ts';
import { findHiddenSuiteFiles, type HiddenSuiteFiles, listSecret } from '../evidence/hidden-suite-files.ts';
import type { Inside } from '../project/checkout/checkout.ts';
import { openSandbox } from '../agents/sandbox/open-sandbox.ts';
import { askRepository, toUtf8 } from '../project/sources/git-answers.ts';
import { WorkspaceError } from '../project/sources/workspace-error.ts';
import { isWithin } from '../base/files/folders.ts';
import { readText } from '../base/files/open-plain.ts';

interface SandboxQuestion {
  readonly config: Config;
  readonly agent: Agent;
  readonly run: string;
  /** For `tests`: the suite to start. @default the first of the config */
  readonly suite?: Pick<SuiteConfig, 'folder' | 'command'>;
  /** Absolute: the folder of the tests' reports; `null` without reports. */
  readonly reports: string | null;
  readonly command?: readonly string[];
  /** If the tests or a reviewer run in a copy of the workspace: that copy. */
  readonly copy?: Pick<Inside, 'folder' | 'git' | 'pathIn'>;
}

/** `hidden`: the hidden suite. `reviewer`: an agent in a copy, which reaches no channel of the run. */
export type Insider = 'agent' | 'reviewer' | 'tests' | 'hidden';

/** Made anew each time: their paths are checked on use. @throws {SandboxError} when there is none: nothing starts */
export const sandboxOf = async (
  who: Insider,
  { config, agent, run, suite = config.tests.suites[0], reports, command, copy }: SandboxQuestion,
): Promise<readonly string[]> => {
  const { sandbox } = config.agent;
  if (sandbox.use === 'none') return [];
  const isAgent = who === 'agent' || who === 'reviewer';
  const channels = channelPlaces(run);
  const { git, root } = await findRepository(config.folder);
  const hiddenSuite = await findHiddenSuite(config);
  const isHiddenSuite = who === 'hidden';
  return openSandbox(sandbox, {
    who: isAgent ? 'agent' : 'tests',
    workspace: copy?.folder ?? config.folder,
    ...(who === 'tests' &&
      command === undefined && { folder: join(copy?.folder ?? config.folder, suite?.folder ?? '') }),
    env: isAgent ? { ...process.env, ...agent.env } : process.env,
    command: command ?? (isAgent ? agent.commandOf(null) : commandOf(config, who, suite)),
    // A reviewer has its copy alone.
    ...(who === 'reviewer'
      ? { git: [], config: [], repository: null }
      : {
          git: copy?.git == null ? git : [...git, copy.git],
          config: copy === undefined ? config.files : config.files.map(copy.pathIn),
          repository: root,
        }),
    state: isAgent ? (agent.preset?.state ?? []) : [],
    // The packages that the copy links to are in the workspace.
    readable: [
      ...(isHiddenSuite ? hiddenSuite.outside : []),
      ...(copy === undefined || isAgent ? [] : [config.folder]),
    ],
    // The agent's own tests could copy what they see to a place that the agent can read.
    closed: [
      ...channels.map(({ folder }) => dirname(folder)),
      ...(isHiddenSuite
        ? []
        : listSecret(
            hiddenSuite,
            config.tests.suites.flatMap(({ command }) => command),
          )),
      ...(copy === undefined ? [] : [join(config.folder, '.dualgate')]),
    ],
    // Tests give no exit signal, and operator commands come from operators only (rule 1.6).
    open: who === 'agent' ? channels.map((places) => places.agent) : [],
    reports: isAgent ? null : reports,
  });
};

const commandOf = ({ tests }: Config, who: Insider, suite: SandboxQuestion['suite']): readonly string[] =>
  who === 'hidden' ? (tests.hidden?.command ?? []) : (suite?.command ?? []);

const findHiddenSuite = ({ tests, folder }: Config): Promise<HiddenSuiteFiles> =>
  findHiddenSuiteFiles(folder, tests.hidden?.command ?? []);

interface Repository {
  readonly git: readonly string[];
  readonly root: string | null;
}

export const findRepository = async (workspace: string): Promise<Repository> => {
  const none: Repository = { git: [join(workspace, '.git')], root: null };
  try {
    const { gitDir, commonDir } = await askRepository(workspace);
    const [own, common] = [toUtf8(gitDir), toUtf8(commonDir)];
    const root = await findRoot(own, workspace);
    if (root === null) return none;
    return { git: [own, ...(isWithin(common, own) ? [common] : []), ...none.git], root };
  } catch (error) {
    // Without a repository no run begins; another check reports that.
    if (error instanceof WorkspaceError) return none;
    throw error;
  }
};

/** It is around the workspace, or names its own work tree (`git worktree`). */
const findRoot = async (folder: string, workspace: string): Promise<string | null> => {
  const [around = ''] = folder.split('/.git', 1);
  if (isWithin(around, workspace)) return around;
  const back = dirname((readText(join(folder, 'gitdir')) ?? '').trim());
  return back !== '.' && isWithin(back, workspace) ? back : null;
};
