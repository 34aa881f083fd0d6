/**
 * One cheap turn of the agent, by the very same path as a turn of the loop: command, environment, time limits, and the
 * reading of its word. In the workspace itself, since trust, permissions and PATH are questions of this folder.
 *
 * @module
 */
import { rmSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config/shape-config.ts';
import { compareFingerprints, type Fingerprint } from '../../sources/fingerprint.ts';
import { takeLock } from '../../ledger/lock.ts';
import { makePrivateFolder } from '../../ledger/files/private.ts';
import { dialectAsked, NATIVE } from '../../systems/dialects.ts';
import { readWord } from '../../loop/turn/read-word.ts';
import { lookAtSources } from '../../loop/look-at-sources.ts';
import { openChannels } from '../../run/open-channels.ts';
import { createPassingSite } from '../../run/passing-site.ts';
import { createRunFolders, runFolders } from '../../records/run-folders.ts';
import type { RunNews } from '../../records/run-events.ts';
import type { Begun } from '../../loop/iteration.ts';
import { gateOf, type RunSite } from '../../loop/run-site.ts';
import { takeAgentTurn } from '../../loop/steps/turn.ts';
import type { ProbeTurn, ProbeStep } from './probe-step.ts';
import { PROBE_STEPS } from './probe-steps.ts';
import { createTask, type ProbeTask, type ProbeWords } from './probe-task.ts';
import { readProbeFile } from './read-probe-file.ts';
import { statusBlockTemplate, type TemplateFacts } from '../../signals/status-block-template.ts';

interface ProbeOptions {
  readonly config: Config;
  /** Marks every process of the turn. */
  readonly run: string;
  /** Milliseconds for the turn; `agent.timeout` when that is shorter. */
  readonly timeoutMs: number;
  readonly words: ProbeWords;
  readonly signal: AbortSignal;
  readonly announce?: (news: RunNews) => void;
}

/** Where the transcripts of the last probe are kept, in `.dualgate/`. */
export const probeFolder = (workspace: string): string => join(runFolders(workspace, 'probe').state, 'probe');

/**
 * Takes the turn with the workspace locked. The files that were asked for are removed afterwards; whatever else the agent
 * did stays, and is named.
 *
 * @throws {LockError} when a run holds the workspace
 * @throws {WorkspaceError} when the sources cannot be looked at
 */
export const takeProbe = async (options: ProbeOptions): Promise<ProbeTurn> => {
  const { config, run, words } = options;
  const aside = probeFolder(config.folder);
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
  options: ProbeOptions,
  task: ProbeTask,
  places: Pick<RunSite, 'folders' | 'channels'>,
): Promise<ProbeTurn> => {
  const { run, signal, announce = () => {} } = options;
  const config = boundTurn(options);
  let isToldOfCommand = false;
  const site: RunSite = {
    ...createPassingSite({ run, config, ...places, announce }),
    writePrompt: async ({ gate, iteration, nonce, signalCommand }) => {
      isToldOfCommand = signalCommand;
      const { dialect, phase_map } = config.signals;
      const name = gate.phase.phase;
      const block = { dialect: dialectAsked(dialect), phase: name, iteration, nonce, workPhase: phase_map[name] };
      return writeProbePrompt(PROBE_STEPS, task, { ...block, signalCommand });
    },
  };
  const phase = config.phases[0]?.phase ?? '';
  const gate = gateOf(site.gates, phase);
  const begun: Begun = {
    prepared: { phase, iteration: 1, attempt: 1, green_runs_wanted: 1, max_runs: 1 },
    startedAt: site.now().toISOString(),
    nonce: config.signals.require_nonce ? site.newNonce() : null,
    before: await lookAtSources(config, site.journal.state()),
  };
  const turned = await takeAgentTurn(site, begun, signal);
  return {
    run,
    config,
    agent: site.agent,
    task,
    turn: turned.turn,
    signal: await readWord({ begun, said: turned, gate, existingTests: 0, signals: config.signals }),
    isToldOfCommand,
    words: turned.words,
    stderr: await readTail(turned.transcript),
    file: await readProbeFile(join(config.folder, task.file)),
    shell: await readProbeFile(join(config.folder, task.shellFile)),
    changed: listOthers(begun.before, turned.after, task),
  };
};

/** A fresh session: what the agent said before must not help it. */
const boundTurn = ({ config, timeoutMs }: ProbeOptions): Config => ({
  ...config,
  agent: { ...config.agent, session: 'fresh', timeout_ms: Math.min(timeoutMs, config.agent.timeout_ms) },
});

const TAIL_LINES = 5;

/** The last lines of stderr, which lies beside the word. */
const readTail = async (word: string | null): Promise<readonly string[]> => {
  const path = word?.replace(/\.(?:stdout|said)$/, '.stderr') ?? '';
  const text = await readFile(path, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-TAIL_LINES);
};

const listOthers = (before: Fingerprint, after: Fingerprint, task: ProbeTask): readonly string[] => {
  const { created, modified, deleted } = compareFingerprints(before, after);
  const isOther = (path: string): boolean => path !== task.file && path !== task.shellFile;
  return [
    ...created.filter(isOther).map((path) => `${path} (new)`),
    ...modified.map((path) => `${path} (changed)`),
    ...deleted.map((path) => `${path} (gone)`),
    ...(before.head === after.head ? [] : [`HEAD, from ${before.head ?? 'no commit'} to ${after.head ?? 'no commit'}`]),
  ];
};

/**
 * The prompt of a probe: its steps, and the status block of any other turn.
 *
 * Text for the agent's stdin; the block stands last.
 */
export const writeProbePrompt = (
  steps: readonly ProbeStep[],
  task: ProbeTask,
  { signalCommand, ...block }: TemplateFacts & { readonly signalCommand: boolean },
): string => {
  const asked = steps
    .map(({ ask }) => ask(task, signalCommand, block.dialect ?? NATIVE))
    .filter((lines) => lines.length > 0);
  return [
    '# A probe',
    '',
    'This is no work: it finds out whether you can work in this folder while nobody is there. Do exactly these steps and',
    'nothing else. Read and change no other file. When a step is denied to you, go on with the next one.',
    '',
    ...asked.flatMap(([first = '', ...rest], at) => [`${at + 1}. ${first}`, ...rest.map((line) => `   ${line}`), '']),
    statusBlockTemplate(block),
    '',
  ].join('\n');
};
