/** The context of a run: what its steps work with, built from the config and a journal. */
import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import { realpathSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import type { Phase } from '../../gates/phase.ts';
import { type Config, isSession, memoryOfTests } from '../project/config/config.ts';
import { suitesOf, usableSuitesOf } from '../project/config/check-suites.ts';
import { listSettings, listSetUpNames, maySetUp } from '../evidence/integrity/set-up-files.ts';
import { findOpen } from '../records/fold/reopened-tests.ts';
import type { WorkState } from '../records/fold/work-state.ts';
import { type CompiledGate, compileGates } from '../../gates/compile-gates.ts';
import { type Journal, openJournal } from '../records/journal.ts';
import { createSession, type Session } from './session/session.ts';
import { gateOf, type RunContext, createStopwatch } from './run-context.ts';
import type { Conversation } from '../agents/programs/preset.ts';
import { type Agent, chooseAgent, NO_PROGRAM } from '../project/config/choose-agent.ts';
import { ownCommand } from '../base/processes/watchdog.ts';
import { findRunner } from '../runners/command/find-runner.ts';
import { refuseCommand } from '../runners/command/refuse-command.ts';
import type { TestSuite } from '../runners/run-tests.ts';
import { createSuiteTally } from '../records/suite-runs.ts';
import { keepSources } from './turn/kept-sources.ts';
import { bindGates, createTddMachine } from '../../machines/index.ts';
import type { ChannelPlaces } from '../base/channel-folder.ts';
import { createMemoryLedger } from '../ledger/ledger.ts';
import type { RunEventBody } from '../records/run-events.ts';
import type { RunFolders } from '../records/run-folders.ts';

// Whether the agent of a session may write a file. A shell can write around it: the freeze is the gate (rule 2.7).

type Known = Pick<WorkState, 'frozen' | 'reopened'>;

/** The reason, with what to do instead; `null`: it may. @param path - absolute, or relative to the workspace */
const judgeWrite = (
  path: string,
  { config, phase, state }: { readonly config: Config; readonly phase: Phase; readonly state: Known },
): string | null => {
  const { folder } = config;
  const { frozen, reopened } = state;
  const inside = relative(folder, resolve(folder, path));
  if (inside === '' || inside.startsWith('..') || isAbsolute(inside)) return null;
  const name = inside.split(sep).join('/');
  if (name === '.dualgate' || name.startsWith('.dualgate/'))
    return `${name} is the state of dualgate: it is not yours to write. Use dualgate status to read it.`;
  const held = frozen[name];
  if (held === undefined || findOpen(reopened)?.file === name) return null;
  if (maySetUp(config, phase) && isSetting(name, config, frozen)) return null;
  return held === 'absent'
    ? `${name} must not appear in this phase. Do the work in the sources instead.`
    : `${name} is frozen. Change the sources instead. If the work needs a change to it, report BLOCKED with the reason: an operator can reopen or accept it.`;
};

/** A config that may be added, or whose lists may grow, while the tests are written. Its content is judged after the turn. */
const isSetting = (name: string, config: Config, frozen: Known['frozen']): boolean =>
  listSettings(frozen).includes(name) ||
  listSetUpNames(suitesOf(config).map(({ runner }) => runner)).includes(basename(name));

// How an agent is answered while it works, in the session of a run or the conversation of a turn: what it may write.

interface SessionSurroundings {
  readonly run: string;
  readonly config: Config;
  readonly gates: readonly CompiledGate[];
  readonly journal: Journal;
}

const writeJudgeOf =
  ({ config, gates, journal }: Omit<SessionSurroundings, 'run'>) =>
  (path: string): string | null => {
    const phase = journal.phase();
    if (phase === null) return null;
    return judgeWrite(path, { config, phase: gateOf(gates, phase).phase, state: journal.state() });
  };

const sessionOfRun = (surroundings: SessionSurroundings): Session | null => {
  const { run, config } = surroundings;
  if (!isSession(config.agent)) return null;
  const { spec, given } = config.work;
  return createSession({
    run,
    folder: config.folder,
    spec: given === true ? spec : null,
    judgeWrite: writeJudgeOf(surroundings),
  });
};

interface Turn {
  readonly prompt: string;
  readonly env: Readonly<Record<string, string>>;
  readonly offersTools: boolean;
}

/** `null` for an agent that only gets its prompt. */
export const openConversation = (
  { converse }: Agent,
  context: RunContext,
  { prompt, env, offersTools }: Turn,
): Conversation | null => {
  if (converse === null) return null;
  const { folder } = context.config;
  // Agents start such a server with few variables of their own.
  const bound = Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('DUALGATE_')));
  return converse({
    workspace: folder,
    places: placesOf(folder),
    prompt,
    servers: offersTools ? [{ name: 'dualgate', command: ownCommand('mcp'), env: bound }] : [],
    judgeWrite: writeJudgeOf(context),
  });
};

export const placesOf = (folder: string): readonly string[] => [...new Set([folder, realpathSync(folder)])];

/** @throws {ConditionError} when a condition does not compile @throws {RunnerError} for an unusable test command */
export const createRunContext = (
  given: Pick<
    RunContext,
    | 'run'
    | 'config'
    | 'folders'
    | 'channels'
    | 'journal'
    | 'until'
    | 'emit'
    | 'now'
    | 'exitThreshold'
    | 'guidance'
    | 'budget'
    | 'beforeTurn'
    | 'agentFunction'
  >,
): RunContext => {
  const gates = compileGates(given.config);
  return {
    ...given,
    gates,
    session: given.agentFunction === undefined ? sessionOfRun({ ...given, gates }) : null,
    suites: usableSuitesOf(given.config),
    hiddenSuite: hiddenSuiteOf(given.config),
    agent: given.agentFunction === undefined ? chooseAgent(given.config.agent) : NO_PROGRAM,
    newNonce,
    suiteRuns: createSuiteTally(),
    kept: keepSources(),
    stopwatch: createStopwatch({ now: given.now, ticks: () => performance.now() }),
  };
};

export const hiddenSuiteOf = ({ tests, folder }: Config): TestSuite | null => {
  const { hidden } = tests;
  if (hidden === null) return null;
  const { command, timeout_ms: timeoutMs } = hidden;
  const suite = {
    command,
    runner: hidden.runner ?? findRunner(command, folder),
    timeoutMs,
    memory: memoryOfTests(tests),
  };
  refuseCommand(suite, folder);
  return suite;
};

/** 64 random bits: only a process that received it in this iteration can repeat it. */
const newNonce = (): string => randomBytes(8).toString('hex');

export const createPassingContext = ({
  run,
  config,
  folders,
  channels = null,
  emit,
}: {
  readonly run: string;
  readonly config: Config;
  readonly folders: RunFolders;
  readonly channels?: ChannelPlaces | null;
  readonly emit: (event: RunEventBody) => void;
}): RunContext => {
  const now = () => new Date();
  return createRunContext({
    run,
    config,
    folders,
    channels,
    journal: openJournal({
      machine: createTddMachine(config).provide(bindGates(config)),
      phases: config.phases.map(({ phase }) => phase),
      ledger: () => createMemoryLedger({ now }),
      onRecord: () => {},
      emit,
    }),
    until: null,
    emit,
    now,
  });
};
