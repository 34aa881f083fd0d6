/** One short turn of the agent, in the workspace itself, as trust, permissions and PATH depend on the folder. */
import { rmSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Turn, TurnUsage } from '../../../gates/iteration.ts';
import { adviseDenied, adviseTurn } from '../../agents/advise.ts';
import { type Finding, type Look, ok, problem, warning } from '../check.ts';
import {
  type SmokeTestTurn,
  type SmokeTestStep,
  createTask,
  type SmokeTestTask,
  type SmokeTestWords,
  readSmokeTestFile,
} from './smoke-test-task.ts';
import { showCost, showDuration } from '../../base/text/amounts.ts';
import type { Config } from '../../project/config/config.ts';
import { compareFingerprints, type Fingerprint } from '../../project/sources/fingerprint.ts';
import { takeLock } from '../../ledger/lock.ts';
import { makePrivateFolder } from '../../base/files/folders.ts';
import { dialectAsked, NATIVE, statusBlockTemplate, type TemplateFacts } from '../../signals/systems/dialects.ts';
import { readExitSignal } from '../../loop/turn/read-exit-signal.ts';
import { lookAtSources, type RunContext } from '../../loop/run-context.ts';
import { openChannels } from '../../base/channel-folder.ts';
import { createPassingContext } from '../../loop/create-run-context.ts';
import { createRunFolders, runFolders } from '../../records/run-folders.ts';
import type { RunEventBody } from '../../records/run-events.ts';
import { beginIteration } from '../../loop/prepare.ts';
import { takeAgentTurn } from '../../loop/turn.ts';
import { SMOKE_TEST_STEPS } from './smoke-test-steps.ts';

/** How the turn of a smoke test ended, and its side effects. */
export const judgeTurn = (taken: SmokeTestTurn): Finding => ({ name: 'smoke test: turn', ...lookAt(taken) });

const lookAt = ({ turn, agent, stderr, config }: SmokeTestTurn): Look => {
  const { outcome, error, denials = [], ms } = turn;
  const isShown = error === undefined || stderr.some((line) => line.trim() === error.message);
  const detail = isShown ? '' : `: ${error.message}`;
  const took = showDuration(ms);
  switch (outcome) {
    case 'ok':
      return denials.length === 0
        ? ok(`it succeeded, ${took}${describeUsage(turn.usage)}`)
        : warning(`it succeeded, ${took}, but was denied something`, adviseDenied().replace(THEN, ''), denials);
    case 'missing':
      return problem(`${agent.program} could not be started${detail}`, adviseTurn(turn), stderr);
    case 'timed_out':
      return problem(`${describeTimeOut(turn, config.agent.timeout_ms)}${detail}`, adviseTimeOut(turn), stderr);
    case 'empty':
    case 'crashed':
      return problem(
        `${outcome === 'empty' ? 'it succeeded and printed nothing' : `it crashed (exit code ${turn.exit_code ?? 'none'})`}${detail}`,
        `${adviseTurn(turn)} The command: ${agent.commandOf(null).join(' ')}`,
        stderr,
      );
    case 'unauthorised':
    case 'permission_denied':
    case 'rate_limited':
      return problem(
        `${outcome.replace('_', ' ')}: ${error?.message ?? 'no details'}`,
        adviseTurn(turn).replace(THEN, ''),
        denials,
      );
  }
};

/** Advice for a run also says how to resume; there is nothing to resume here. */
const THEN = /, then resume/;

const describeTimeOut = ({ which }: Turn, timeoutMs: number): string =>
  which === 'idle' ? 'it printed nothing more' : `it did not end within ${timeoutMs / 1_000} s`;

const adviseTimeOut = ({ which }: Turn): string =>
  which === 'idle'
    ? 'See where its output stops: it may wait for its provider or for human input. agent.idle_timeout sets how long dualgate waits.'
    : 'See where its output stops: it may wait for its provider or for human input. To give it more time: --timeout.';

const describeUsage = (usage: TurnUsage | undefined): string => {
  if (usage === undefined) return '';
  const cost = usage.cost_usd === null ? '' : `, ${showCost(usage.cost_usd)}`;
  return `, ${usage.input_tokens} tokens in, ${usage.output_tokens} out${cost}`;
};

/** Side effects that were not requested; they are listed and left to the operator. */
export const judgeLeftovers = ({ changed, turn }: SmokeTestTurn): Finding => {
  // In a turn that dualgate ended, everything was still running.
  const left_running = turn.outcome === 'timed_out' ? [] : (turn.left_running ?? []);
  const name = 'smoke test: leftovers';
  const details = [...changed, ...left_running.map((it) => `still running, ended by dualgate: ${it}`)];
  if (details.length === 0) return { name, ...ok('no unexpected changes') };
  const fix = 'Check them: dualgate reverted nothing. Hooks or instructions of the agent may have caused them.';
  return { name, ...warning('unexpected changes', fix, details) };
};

interface SmokeTestOptions {
  readonly config: Config;
  /** Marks every process of the turn. */
  readonly run: string;
  /** Milliseconds for the turn; `agent.timeout` when that is shorter. */
  readonly timeoutMs: number;
  readonly words: SmokeTestWords;
  readonly signal: AbortSignal;
  readonly emit?: (event: RunEventBody) => void;
}

/** Folder of the transcripts of the last smoke test, in `.dualgate/`. */
export const smokeTestFolder = (workspace: string): string =>
  join(runFolders(workspace, 'smoke-test').state, 'smoke-test');

/**
 * Takes the turn with the workspace locked. The task's files are removed afterwards; other changes stay, listed.
 * @throws {LockError} when a run has locked the workspace @throws {WorkspaceError} when the sources cannot be read
 */
export const takeSmokeTest = async (options: SmokeTestOptions): Promise<SmokeTestTurn> => {
  const { config, run, words } = options;
  const aside = smokeTestFolder(config.folder);
  const folders = { ...runFolders(config.folder, run), transcripts: aside, reports: aside };
  createRunFolders(folders);
  const lock = takeLock(folders.lock, { run, now: () => new Date() });
  const channels = openChannels(run, config.folder);
  const task = await createTask(config, words);
  try {
    rmSync(aside, { recursive: true, force: true });
    makePrivateFolder(aside);
    return await takeLocked(options, task, { folders, channels: channels.places });
  } finally {
    channels.close();
    for (const name of [task.file, task.shellFile])
      await rm(join(config.folder, name), { recursive: true, force: true });
    lock.release();
  }
};

const takeLocked = async (
  options: SmokeTestOptions,
  task: SmokeTestTask,
  places: Pick<RunContext, 'folders' | 'channels'>,
): Promise<SmokeTestTurn> => {
  const { run, signal, emit = () => {} } = options;
  const config = boundTurn(options);
  let offersCommand = false;
  const context: RunContext = {
    ...createPassingContext({ run, config, ...places, emit }),
    writePrompt: async ({ gate, iteration, nonce, signalCommand }) => {
      offersCommand = signalCommand;
      const { dialect, phase_map } = config.signals;
      const name = gate.phase.phase;
      const block = { dialect: dialectAsked(dialect), phase: name, iteration, nonce, workPhase: phase_map[name] };
      return writeSmokeTestPrompt(SMOKE_TEST_STEPS, task, { ...block, signalCommand });
    },
  };
  const phase = config.phases[0]?.phase ?? '';
  const nonce = config.signals.require_nonce ? context.newNonce() : null;
  const before = await lookAtSources(config, context.journal.state());
  const turned = await takeAgentTurn(context, beginIteration(context, phase, { attempt: 1, nonce, before }), signal);
  return {
    run,
    config,
    agent: context.agent,
    task,
    turn: turned.turn,
    signal: await readExitSignal(context, turned),
    offersCommand,
    commandSignals: turned.commandSignals,
    stderr: await readTail(turned.transcript),
    file: await readSmokeTestFile(join(config.folder, task.file)),
    shell: await readSmokeTestFile(join(config.folder, task.shellFile)),
    changed: listOthers(before, turned.after, task),
  };
};

/** A fresh session: earlier messages of the agent must not help it. */
const boundTurn = ({ config, timeoutMs }: SmokeTestOptions): Config => ({
  ...config,
  agent: { ...config.agent, session: 'fresh', timeout_ms: Math.min(timeoutMs, config.agent.timeout_ms) },
});

const TAIL_LINES = 5;

/** The last lines of stderr, whose file is beside the transcript. */
const readTail = async (word: string | null): Promise<readonly string[]> => {
  const path = word?.replace(/\.(?:stdout|said)$/, '.stderr') ?? '';
  const text = await readFile(path, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-TAIL_LINES);
};

const listOthers = (before: Fingerprint, after: Fingerprint, task: SmokeTestTask): readonly string[] => {
  const { created, modified, deleted } = compareFingerprints(before, after);
  const isOther = (path: string): boolean => path !== task.file && path !== task.shellFile;
  return [
    ...created.filter(isOther).map((path) => `${path} (new)`),
    ...modified.map((path) => `${path} (changed)`),
    ...deleted.map((path) => `${path} (gone)`),
    ...(before.head === after.head ? [] : [`HEAD, from ${before.head ?? 'no commit'} to ${after.head ?? 'no commit'}`]),
  ];
};

/** The prompt of a smoke test: its steps, and the status block of any other turn, which comes last. */
export const writeSmokeTestPrompt = (
  steps: readonly SmokeTestStep[],
  task: SmokeTestTask,
  { signalCommand, ...block }: TemplateFacts & { readonly signalCommand: boolean },
): string => {
  const asked = steps
    .map(({ ask }) => ask(task, signalCommand, block.dialect ?? NATIVE))
    .filter((lines) => lines.length > 0);
  return [
    '# Smoke test',
    '',
    'This is a smoke test: it checks whether you can work in this folder without human input. Do exactly these steps and',
    'nothing else. Read and change no other file. If a step is denied, continue with the next one.',
    '',
    ...asked.flatMap(([first = '', ...rest], at) => [`${at + 1}. ${first}`, ...rest.map((line) => `   ${line}`), '']),
    statusBlockTemplate(block),
    '',
  ].join('\n');
};
