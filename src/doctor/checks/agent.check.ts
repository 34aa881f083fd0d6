/** Does the agent's program exist, and does it start? A version proves no more than that; `--try-agent` runs a turn. */
import { join, relative } from 'node:path';
import { readFile } from 'node:fs/promises';
import { adviseTurn } from '../../agents/advise.ts';
import { type Agent, chooseAgent } from '../../project/config/choose-agent.ts';
import { takeTurn, makeAgentEnvironment } from '../../agents/take-turn.ts';
import { placesOf } from '../../loop/create-run-context.ts';
import { type Visit, type Check, ofConfig, type Look, ok, problem, warning } from '../check.ts';
import { findAgents } from '../../agents/programs/presets.ts';
import { readScript, ScriptError } from '../read-script.ts';
import { type Config, isSession } from '../../project/config/config.ts';
import { locateProgram } from '../../base/processes/locate-program.ts';
import { runProcess } from '../../base/processes/run-process.ts';
import { sandboxOf } from '../../loop/sandbox-of.ts';
import { findHookProblems } from '../../agents/hosts/installed-hooks.ts';
import { SandboxError } from '../../agents/sandbox/lay-out-mounts.ts';
import { describeCause } from '../../base/text/describe-cause.ts';

// Does an agent that is spoken with answer, and open a session? It needs no model, and costs nothing.

const TIMEOUT_MS = 60_000;

interface Greeted {
  /** The agent, for people. */
  readonly who: string;
  /** The words of a sandbox. */
  readonly words: readonly string[];
}

/** `null` for an agent that only gets its prompt. */
const judgeGreeting = async (
  { converse, preset, commandOf, env }: Agent,
  { who, words }: Greeted,
  { folder, run, aside, signal }: Visit,
): Promise<Look | null> => {
  if (converse === null) return null;
  const conversation = converse({
    workspace: folder,
    places: placesOf(folder),
    prompt: null,
    servers: [],
    judgeWrite: () => null,
    answerMs: TIMEOUT_MS,
  });
  const file = (name: string): string => join(aside, `greeting.${name}`);
  const turn = await takeTurn({
    command: commandOf(null),
    launcher: words,
    preset,
    conversation,
    workspace: folder,
    prompt: '',
    timeoutMs: 3 * TIMEOUT_MS,
    env: { ...env, DUALGATE_RUN: run },
    transcript: { stdout: file('stdout'), stderr: file('stderr'), said: file('said') },
    signal,
  });
  signal.throwIfAborted();
  // Its model got no prompt, so it says nothing.
  if (turn.outcome === 'empty') return ok(`${who}, ${conversation.name() ?? 'which does not name itself'}`);
  return problem(
    `${who}: ${turn.error?.message ?? turn.outcome.replace('_', ' ')}`,
    adviseTurn(turn).replace(/, then resume/, ''),
  );
};

export const agentCheck: Check = {
  name: 'agent',
  needs: [],
  look: ofConfig(async (config, visit) => {
    if (config.agent.script !== null) return judgeScript(config.folder, config.agent.script);
    if (isSession(config.agent)) return judgeHooks(config.folder);
    const agent = chooseAgent(config.agent);
    const path = await locateProgram(agent.program, config.folder, agent.env['PATH']);
    if (agent.preset === null) return ok(`${config.agent.command?.join(' ')}, ${path}`);
    const who = `${agent.preset.title}, ${path}`;
    const words = await findSandbox(config, agent, visit.run);
    if (words === null) return ok(`${who}; its version is not read outside the sandbox`);
    return (await judgeGreeting(agent, { who, words }, visit)) ?? judgeVersion(agent, { who, words }, visit);
  }),
  advise: async (fix, { folder }) => {
    const there = fix.startsWith('Install it') ? (await findAgents({ cwd: folder })).map(({ use }) => use) : [];
    return there.length === 0 ? fix : `${fix} Installed agents: ${there.join(', ')}.`;
  },
};

/** A host lets its agent stop when a hook fails. */
const judgeHooks = async (folder: string): Promise<Look> => {
  const [first, ...others] = await findHookProblems(folder, process.env);
  if (first === undefined) return ok('the session that you have open; dualgate hook list shows its hooks');
  return problem(first, 'dualgate session verify stays the judge.', others);
};

const judgeScript = async (folder: string, path: string): Promise<Look> => {
  const shown = relative(folder, path);
  try {
    const { turns } = readScript(await readFile(path, 'utf8'), shown);
    return ok(`scripted: plays ${turns.length === 1 ? '1 turn' : `${turns.length} turns`} from ${shown}`);
  } catch (error) {
    if (error instanceof ScriptError) return problem(error.message, 'Fix the script.');
    return problem(
      `the script ${shown} cannot be read (${describeCause(error)})`,
      'Write the script, or fix agent.script.',
    );
  }
};

const VERSION_TIMEOUT_MS = 10_000;
const MAX_RECEIVED = 4_096;
const MAX_VERSION = 80;

/** The program may be a file of the workspace: it starts where the agent starts, or not at all. */
const findSandbox = async (config: Config, agent: Agent, run: string): Promise<readonly string[] | null> => {
  try {
    return await sandboxOf('agent', { config, agent, run, reports: null });
  } catch (error) {
    if (error instanceof SandboxError) return null;
    throw error;
  }
};

const judgeVersion = async (
  agent: Agent,
  { who, words }: { readonly who: string; readonly words: readonly string[] },
  { folder, run, signal }: Visit,
): Promise<Look> => {
  const received = { stdout: '', stderr: '' };
  const receive = (stream: 'stdout' | 'stderr') => (chunk: Buffer) => {
    if (received[stream].length < MAX_RECEIVED) received[stream] += chunk.toString('utf8');
  };
  const { ended, exit_code } = await runProcess({
    command: [...words, agent.program, '--version'],
    cwd: folder,
    env: makeAgentEnvironment(process.env, agent.env),
    timeoutMs: VERSION_TIMEOUT_MS,
    marker: { name: 'DUALGATE_RUN', value: run },
    onStdout: receive('stdout'),
    onStderr: receive('stderr'),
    signal,
  });
  signal.throwIfAborted();
  const [version] = linesOf(received.stdout);
  const recorded = agent.preset?.recorded;
  if (exit_code === 0 && version !== undefined && recorded !== undefined && isNewer(version, recorded))
    return warning(
      `${who}, ${version.slice(0, MAX_VERSION)}, which is newer than the newest version that dualgate was tried with (${recorded})`,
      'See with dualgate doctor --try-agent whether its turns are read. If not, install that version.',
    );
  if (exit_code === 0 && version !== undefined) return ok(`${who}, ${version.slice(0, MAX_VERSION)}`);
  const how =
    ended === 'timed_out' ? `no answer in ${VERSION_TIMEOUT_MS / 1_000} s` : `exit code ${exit_code ?? 'none'}`;
  return warning(
    `${who}, which does not print its version (${how})`,
    `Run it by hand: ${agent.program} --version. The installation may be incomplete.`,
    linesOf(received.stderr).slice(-3),
  );
};

/** By the first version in what a program prints of itself; a newer third number is no news. */
const isNewer = (said: string, recorded: string): boolean => {
  const numbers = (text: string) => (/(\d+)\.(\d+)/.exec(text) ?? []).slice(1).map(Number);
  const [[major = 0, minor = 0], [knownMajor = 0, knownMinor = 0]] = [numbers(said), numbers(recorded)];
  return major > knownMajor || (major === knownMajor && minor > knownMinor);
};

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
