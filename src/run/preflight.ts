/** Before any cost: does this machine have everything that the configured gates need (rule 2.6)? */
import { realpath } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { relative } from 'node:path/posix';
import picomatch from 'picomatch';
import { type Agent, chooseAgent, NO_PROGRAM, configOfPhase } from '../project/config/choose-agent.ts';
import { type Config, type SuiteConfig, programOf } from '../project/config/config.ts';
import { SandboxError, trySandbox } from '../agents/sandbox/lay-out-mounts.ts';
import { type Insider, sandboxOf } from '../loop/sandbox-of.ts';
import type { CompiledGate } from '../../gates/compile-gates.ts';
import { findHiddenSuiteFiles } from '../evidence/hidden-suite-files.ts';
import { listNames, findSourceListing } from '../project/sources/fingerprint.ts';
import { WorkspaceError } from '../project/sources/workspace-error.ts';
import { isWithin } from '../base/files/folders.ts';
import { locateProgram, pathOutside } from '../base/processes/locate-program.ts';
import { isOwnFolder } from '../runners/runner-places.ts';
import { askNearProgram, findTypo } from '../runners/command/find-runner.ts';
import { findCommitProblems } from '../loop/commits/find-commit-problems.ts';
import { PROBLEMS_OF_MEASURES } from '../evidence/measures/problems-of-measures.ts';
import { findAutoProblem, findProtocolProblem } from '../loop/turn/read-exit-signal.ts';
import { findSpecProblem } from './find-spec-problem.ts';
import { NOTIFY_KEYS } from '../base/notification.ts';

/** The problem, with the way out; `null` without one, or if the config has no sandbox. A run does not start with a problem. */
export const findSandboxProblem = async (config: Config, agent: Agent): Promise<string | null> => {
  const agentEnv = { ...process.env, ...agent.env };
  const hiddenSuite = config.tests.hidden?.command[0] ?? null;
  const ofAgent = await tryFor('agent', { config, agent, program: agent.program, env: agentEnv });
  if (ofAgent !== null) return ofAgent;
  if (config.review !== undefined) {
    const { review } = config;
    const reviewer = chooseAgent(review.agent);
    const found = await tryFor('reviewer', {
      config: { ...config, agent: review.agent },
      agent: reviewer,
      program: reviewer.program,
      env: { ...process.env, ...reviewer.env },
    });
    if (found !== null) return found;
  }
  for (const suite of config.tests.suites) {
    const found = await tryFor('tests', { config, agent, suite, program: suite.command[0] ?? '', env: process.env });
    if (found !== null) return found;
  }
  for (const { command } of config.checks) {
    const found = await tryFor('tests', { config, agent, program: command[0] ?? '', env: process.env, command });
    if (found !== null) return found;
  }
  return hiddenSuite === null ? null : tryFor('hidden', { config, agent, program: hiddenSuite, env: process.env });
};

interface Trial {
  readonly config: Config;
  readonly agent: Agent;
  readonly program: string;
  readonly suite?: SuiteConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly command?: readonly string[];
}

const tryFor = async (who: Insider, { config, agent, program, env, ...rest }: Trial): Promise<string | null> => {
  try {
    const words = await sandboxOf(who, { config, agent, run: 'none', reports: null, ...rest });
    // The cost of a user's own wrapper is unknown; only its program is checked.
    if (config.agent.sandbox.use !== 'bubblewrap') return null;
    return await trySandbox({ words, workspace: config.folder, env, program });
  } catch (error) {
    if (error instanceof SandboxError) return error.message;
    throw error;
  }
};

/** The checks of `doctor` that tell what refuses a run. */
export type NeedName = 'agent' | 'tests' | 'repository' | 'commits' | 'spec' | 'settings';

interface Asked {
  readonly gates: readonly CompiledGate[];
  readonly agent: Agent;
}

type Need = readonly [NeedName, (config: Config, asked: Asked) => Promise<readonly (string | null)[]>];

/** Everything that a run needs of this machine: the one list, of which `doctor` tells each part at its place. */
const needsOf = (config: Config): readonly Need[] => [
  ['agent', findAgentProblems],
  ['tests', findTestProblems],
  ['tests', findHiddenSuiteProblems],
  ['repository', findSourcesProblems],
  ['commits', findCommitProblems],
  ['tests', findReportProblems],
  // The tasks of a list have theirs.
  ['spec', async (_config, { gates }) => (config.list === null ? [await findSpecProblem(config, gates)] : [])],
  ...PROBLEMS_OF_MEASURES.map(([toldAt, find]): Need => [toldAt, (config, { gates }) => find(config, gates)]),
  ['settings', findNotifyProblems],
];

/** Everything of the list that is missing, each with the way out. @param name - only that of one check */
export const findUnmet = async (config: Config, asked: Asked, name?: string): Promise<readonly string[]> => {
  const needs = needsOf(config).filter(([of]) => name === undefined || of === name);
  const found = await Promise.all(needs.map(([, find]) => find(config, asked)));
  return found.flat().filter((problem) => problem !== null);
};

/** The same, and the sandbox; empty when the run can begin. */
export const findMissing = async (config: Config, asked: Asked): Promise<readonly string[]> => {
  const found = await findUnmet(config, asked);
  // A missing program is missing in a sandbox too.
  const problem = found.length > 0 ? null : await findSandboxProblem(config, asked.agent);
  return problem === null ? found : [problem];
};

const findAgentProblems: Need[1] = async (config, { agent }) => {
  const own = agent === NO_PROGRAM ? [] : config.phases.filter((each) => each.agent !== undefined);
  const ofPhases = own.map(async ({ phase }) => {
    const found = await findAgentProblem(config, chooseAgent(configOfPhase(config, phase).agent));
    return found === null ? null : `In ${phase}: ${found}`;
  });
  return [
    findAutoProblem(config),
    findProtocolProblem(config),
    await findAgentProblem(config, agent),
    ...(await Promise.all(ofPhases)),
  ];
};

/** It is searched on the PATH of its own environment, where it will run. */
export const findAgentProblem = async ({ folder }: Config, { preset, program, env }: Agent): Promise<string | null> => {
  if ((await locateProgram(program, folder, env['PATH'])) !== null) return null;
  return `The agent's program was not found: ${program}. Install it, or correct agent.${preset === null || preset.name === 'acp' ? 'command' : 'use'}.`;
};

const findTestProblems = async ({ tests, folder }: Config): Promise<readonly string[]> => {
  const problems: string[] = [];
  for (const suite of tests.suites) {
    const isThere = await isOwnFolder(folder, suite.folder);
    if (!isThere)
      problems.push(
        `The folder of a suite was not found, or it is behind a link: ${suite.folder}. Create it, or correct tests.folder.`,
      );
    else if ((await locateProgram(programOf(suite), folder)) === null)
      problems.push(
        `The test command's program was not found: ${programOf(suite)}${askNearProgram(programOf(suite), join(folder, suite.folder))}. Install it, or correct tests.command.`,
      );
    const build = suite.before?.command[0] ?? null;
    if (isThere && build !== null && (await locateProgram(programOf({ ...suite, command: [build] }), folder)) === null)
      problems.push(
        `The program of the build before the tests was not found: ${build}. Install it, or correct tests.before.`,
      );
    const typo = isThere ? findTypo(suite.command, join(folder, suite.folder)) : null;
    if (typo !== null)
      problems.push(`The test command starts a program that is not installed: ${typo}. Correct tests.command.`);
  }
  return problems;
};

/** A suite in the workspace is not hidden, and one without a path cannot be frozen. */
const findHiddenSuiteProblems = async ({ tests, folder }: Config): Promise<readonly string[]> => {
  if (tests.hidden === null) return [];
  const { command } = tests.hidden;
  const [program = ''] = command;
  const { inside, outside } = await findHiddenSuiteFiles(folder, command);
  const problems: string[] = [];
  if ((await locateProgram(program, folder)) === null)
    problems.push(`The program of the hidden suite was not found: ${program}. Install it, or correct tests.hidden.`);
  if (outside.length === 0) {
    const seen = inside.length === 0 ? 'nothing outside of it' : inside.join(', ');
    problems.push(
      `The hidden suite has to be outside the workspace, where the agent does not see it, but its command names ${seen}. Name a file or a folder elsewhere in tests.hidden.`,
    );
  }
  const around = outside.find((path) => isWithin(path, folder));
  if (around !== undefined)
    problems.push(
      `The hidden suite's command names ${around}, which contains the workspace. Name only the suite's own folder.`,
    );
  return problems;
};

/** Git lists the sources, or a walk through the folder without git (rule 2.4). */
const findSourcesProblems = ({ folder }: Config): Promise<readonly string[]> =>
  findSourceListing(folder).then(
    () => [],
    (error: unknown) => {
      if (error instanceof WorkspaceError) return [error.message];
      throw error;
    },
  );

/** Files at the place of the reports, and those that a build makes, are removed before each test run, so they must not be sources. */
const findReportProblems = async ({ folder, tests }: Config): Promise<readonly string[]> => {
  const asking = tests.suites.flatMap(({ folder: place, report, before }) => [
    ...(report === null ? [] : [{ place, glob: report, what: 'tests.report is the path of', them: 'reports' }]),
    ...(before?.makes ?? []).map((glob) => ({ place, glob, what: 'tests.before.makes matches', them: 'built files' })),
  ]);
  if (asking.length === 0) return [];
  const isWritten = picomatch([...tests.writes], { dot: true, flags: 's' });
  const names = await findSourceListing(folder).then(
    async (listing) => (await listNames(folder, listing)).names,
    () => [],
  );
  const sources = names.map((name) => name.toString('utf8')).filter((name) => !isWritten(name));
  return asking.flatMap(({ glob, place, what, them }) => {
    const matches = picomatch(glob, { dot: true });
    const source = sources.find((name) => isWithin(`/${place}`, `/${name}`) && matches(relative(place, name)));
    if (source === undefined) return [];
    return [
      `${what} ${source}, which is a source, and ${them} are removed before each test run. Let git ignore it, list it under tests.writes, or choose another path.`,
    ];
  });
};

/** Can people be notified, before any cost, and by programs that the agent cannot write? A sentence for each unusable command. */
const findNotifyProblems = async ({ notify, folder }: Config): Promise<readonly string[]> => {
  const workspace = await realpath(folder).catch(() => folder);
  const problems = NOTIFY_KEYS.map(async (key) => {
    const [program] = notify.commands[key] ?? [];
    if (program === undefined) return null;
    const found = await locateProgram(program, parse(folder).root, pathOutside(folder));
    if (found === null)
      return `The program of notify.${key} was not found outside the workspace: ${program}. Install it, or correct notify.${key}.`;
    const real = await realpath(found).catch(() => found);
    return isWithin(workspace, real)
      ? `The program of notify.${key} is in the workspace, where the agent can replace it: ${real}. Move it elsewhere.`
      : null;
  });
  return (await Promise.all(problems)).filter((problem) => problem !== null);
};
