/**
 * One turn of the agent: it gets the prompt on stdin and does what it does; it is heard while it prints, so that nothing
 * that is written into the transcript later changes what it said.
 *
 * @module
 */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Turn } from '../../../gates/iteration.ts';
import { takeTurn } from '../../agents/take-turn.ts';
import { hashBytes } from '../../ledger/ledger-record.ts';
import type { Word } from '../../signals/command/spoken-word.ts';
import type { Begun, Heard, TurnTaken } from '../iteration.ts';
import { openEar, type SignalEar } from '../turn/hear-signal.ts';
import { lookAtSources } from '../look-at-sources.ts';
import { bindingOf } from '../turn/read-word.ts';
import { writePrompt } from './prompt.ts';
import { gateOf, type RunSite } from '../run-site.ts';
import { sandboxOf } from '../sandbox-of.ts';
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import type { Config } from '../../config/shape-config.ts';
import { createKeywordFinder } from '../../signals/patterns/find-keywords.ts';
import { listenForPatterns } from '../../signals/patterns/find-patterns.ts';
import type { SignalBinding } from '../../blocks/signal-binding.ts';
import { createSignalReader } from '../../signals/signal-reader.ts';
import { createTextEncoder } from '../../signals/text-encoder.ts';
import { patternsOf } from '../../measures/exit-gate.measure.ts';
import type { Left } from '../../records/run-events.ts';
import type { WorkState } from '../../records/fold/work-state.ts';

/** Takes the turn and writes it into the ledger. What comes to nothing is void; what a crash or a time-out did change is measured. */
export const takeAgentTurn = async (site: RunSite, begun: Begun, signal: AbortSignal): Promise<TurnTaken> => {
  const { agent, config, folders, journal, announce } = site;
  const { prepared, nonce, before } = begun;
  const { phase, iteration, attempt } = prepared;
  const nonce_hash = nonce === null ? null : hashBytes(nonce);
  const left = findLeft(config, phase, journal.state(), { now: site.now, spentMs: site.stopwatch.spentMs });
  journal.write('turn.begun', { phase, iteration, attempt, nonce_hash, left });
  const name = nameTranscript(folders.transcripts, `${phase.toLowerCase()}-${iteration}-${attempt}`);
  const transcript = {
    stdout: join(folders.transcripts, `${name}.stdout`),
    stderr: join(folders.transcripts, `${name}.stderr`),
    said: join(folders.transcripts, `${name}.said`),
  };
  // Where stdout is a stream of events, the agent's word is its last message alone (RULES 3.1).
  const word = agent.preset === null ? 'stdout' : 'said';
  const gate = gateOf(site.gates, phase);
  const existingTests = journal.state().inventory.passing.length;
  const binding = bindingOf({ begun, gate, existingTests, signals: config.signals });
  const { turn, words, heard, prompt } = await listenWhile(await openEar(site, begun), async (ear) => {
    // A chunk may end in the middle of a character.
    const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
    const asked = await (site.writePrompt ?? writePrompt)({
      config,
      gate,
      iteration,
      nonce,
      signalCommand: ear.isOpen && agent.reachesSockets,
      state: journal.state(),
    });
    const listener = listenToAgent({ config, gate, binding, prompt: asked });
    const ended = await takeTurn({
      command: agent.commandOf(config.agent.session === 'resume' ? journal.state().session : null),
      launcher: await sandboxOf('agent', { config, agent, run: site.run, reports: null }),
      preset: agent.preset,
      workspace: config.folder,
      prompt: asked,
      timeoutMs: config.agent.timeout_ms,
      idleTimeoutMs: config.agent.idle_timeout_ms,
      graceMs: config.agent.grace_ms,
      env: {
        ...agent.env,
        DUALGATE_RUN: site.run,
        DUALGATE_PHASE: phase,
        DUALGATE_ITERATION: String(iteration),
        ...(nonce === null ? {} : { DUALGATE_NONCE: nonce }),
        ...ear.env,
      },
      transcript,
      signal,
      onEnd: ear.endTurn,
      onWord: listener.write,
      onOutput: (stream, chunk) =>
        announce({
          type: 'agent.output',
          phase,
          iteration,
          stream,
          text: decoders[stream].decode(chunk, { stream: true }),
        }),
    });
    return { turn: ended, heard: listener.end(), prompt: asked };
  });
  signal.throwIfAborted();
  const after = await lookAtSources(config, journal.state());
  const said = words.length === 0 ? {} : { words };
  journal.write('turn.ended', { phase, iteration, attempt, turn, transcript: `transcripts/${name}.${word}`, ...said });
  const unchanged = after.tree === before.tree && after.head === before.head;
  return { turn, isVoid: isVoid(turn, unchanged), words, transcript: transcript[word], heard, prompt, after };
};

interface Said {
  readonly turn: Turn;
  readonly heard: Heard;
  readonly prompt: string;
}

/** A turn that printed nothing and said its word by the command has said something (RULES 4.1). */
const listenWhile = async (
  ear: SignalEar,
  work: (ear: SignalEar) => Promise<Said>,
): Promise<Said & { readonly words: readonly Word[] }> => {
  try {
    const { turn, heard, prompt } = await work(ear);
    const words = ear.words();
    const ended: Turn = turn.outcome === 'empty' && words.length > 0 ? { ...turn, outcome: 'ok' } : turn;
    return { turn: ended, heard, prompt, words };
  } finally {
    await ear.close();
  }
};

/** Nothing to measure, or nobody to go on with (RULES 4.1). A turn that ended well has a word, whatever it was denied. */
const isVoid = ({ outcome, exit_code }: Turn, unchanged: boolean): boolean => {
  if (outcome === 'missing' || outcome === 'unauthorised' || outcome === 'rate_limited') return true;
  if (outcome === 'permission_denied') return unchanged && exit_code !== 0;
  return outcome === 'crashed' && unchanged;
};

/** A turn that was cut off left its words under the same numbers, and an agent can write there too: no part of this turn. */
const nameTranscript = (folder: string, turn: string): string => {
  let name = turn;
  for (let n = 2; lstatSync(join(folder, `${name}.stdout`), { throwIfNoEntry: false }) !== undefined; n += 1)
    name = `${turn}.${n}`;
  return name;
};

/**
 * What is heard of an agent while it prints: its word, and the patterns and keywords that the config looks for in its
 * message. What anybody writes into the transcript later, its tests say, changes none of it.
 */
interface AgentListener {
  /** What it says, cut anywhere. */
  readonly write: (said: string | Buffer) => void;
  /** Asked once. */
  readonly end: () => Heard;
}

/** @param prompt - what the agent was asked: what only repeats it is not said */
const listenToAgent = ({
  config,
  gate,
  binding,
  prompt,
}: {
  readonly config: Pick<Config, 'signals' | 'exit_gate' | 'confidence'>;
  readonly gate: CompiledGate;
  readonly binding: SignalBinding;
  readonly prompt: string;
}): AgentListener => {
  const block = createSignalReader(binding, { dialect: config.signals.dialect });
  const patterns = patternsOf(config, gate);
  const indicators = patterns.length === 0 ? null : listenForPatterns(patterns, prompt);
  const keywords = config.confidence === null ? null : createKeywordFinder(config.confidence.keywords, prompt);
  const encode = createTextEncoder();
  return {
    write: (said) => {
      const bytes = encode(said);
      block.write(bytes);
      indicators?.write(bytes);
      keywords?.write(bytes);
    },
    end: () => ({ signal: block.end(), patterns: indicators?.end() ?? [], keywords: keywords?.end() ?? [] }),
  };
};

type Counted = Pick<WorkState, 'allowanceUsed' | 'runAllowanceUsed' | 'since' | 'phaseSince' | 'spending' | 'usage'>;

const MINUTE_MS = 60_000;

/**
 * What the limits leave at the beginning of a turn: the same limits that end a run, seen from before. Pure.
 *
 * @param spentMs - milliseconds since a beginning (ISO 8601), whatever is done to the clock
 */
export const findLeft = (
  { limits, phases }: Pick<Config, 'limits' | 'phases'>,
  phase: string,
  state: Counted,
  { now, spentMs }: { readonly now: () => Date; readonly spentMs: (since: string) => number },
): Left => {
  const own = phases.find((each) => each.phase === phase)?.limits;
  const ofRun = limits.minutes * MINUTE_MS - spentMs(state.since);
  const ofPhase = (own?.max_minutes ?? Infinity) * MINUTE_MS - spentMs(state.phaseSince);
  const { run: used } = state.usage;
  const { cost, tokens } = state.spending;
  return {
    in_phase: atLeastNone((own?.max_iterations ?? limits.iterations) - state.allowanceUsed),
    iterations: atLeastNone(limits.iterations - state.runAllowanceUsed),
    until: new Date(now().getTime() + atLeastNone(Math.min(ofRun, ofPhase))).toISOString(),
    ...(used === null || used.cost_usd === null ? {} : { cost_usd: atLeastNone(toCents(limits.cost - cost)) }),
    ...(used === null ? {} : { tokens: atLeastNone(limits.tokens - tokens) }),
  };
};

const atLeastNone = (amount: number): number => Math.max(0, amount);

const toCents = (amount: number): number => Math.round(amount * 100) / 100;
