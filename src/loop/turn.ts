/** One turn of the agent: prompt on stdin, output read while it prints, so that no later writer changes its signal. */
import { join } from 'node:path';
import type { Turn } from '../../gates/iteration.ts';
import { chooseAgent, configOfPhase } from '../project/config/choose-agent.ts';
import { takeFunctionTurn } from '../agents/agent-function.ts';
import { takeTurn } from '../agents/take-turn.ts';
import { hashBytes } from '../ledger/ledger-record.ts';
import type { CommandSignal } from '../signals/command/command-signal.ts';
import type { Prepared, Received, Turned } from './iteration.ts';
import { openConversation } from './create-run-context.ts';
import { boundTranscripts, nameTranscript } from './turn/transcripts.ts';
import { openReceiver, type SignalReceiver, takeSessionTurn } from './turn/receive-signal.ts';
import { endMarked } from '../base/processes/find-processes.ts';
import { lookAtSources, gateOf, type RunContext } from './run-context.ts';
import { bindingOf } from './turn/read-exit-signal.ts';
import { writePrompt } from './prompt.ts';
import { sandboxOf } from './sandbox-of.ts';
import type { CompiledGate } from '../../gates/compile-gates.ts';
import { memoryOfAgent, type Config } from '../project/config/config.ts';
import { isGuardLine, type SignalBinding } from '../signals/blocks/block-fields.ts';
import { isDeclaration } from '../evidence/changing/declared-changes.ts';
import { createDeclarationReader, createKeywordFinder, listenForPatterns } from '../signals/patterns/find-keywords.ts';
import { createSignalReader, createTextEncoder } from '../signals/signal-reader.ts';
import { patternsOf } from '../evidence/measures/exit-gate.measure.ts';
import { findRemaining } from './limits.ts';

/** A turn without a result is discarded; changes by a crash or a time-out are measured. */
export const takeAgentTurn = async (context: RunContext, prepared: Prepared, signal: AbortSignal): Promise<Turned> => {
  const { folders, journal, emit } = context;
  const { phase, iteration, attempt, nonce, before } = prepared;
  const config = configOfPhase(context.config, phase);
  const { agentFunction } = context;
  const agent = agentFunction === undefined ? chooseAgent(config.agent) : context.agent;
  const nonce_hash = nonce === null ? null : hashBytes(nonce);
  const remaining = findRemaining(config, phase, journal.state(), {
    now: context.now,
    elapsedMs: context.stopwatch.elapsedMs,
  });
  const removed = boundTranscripts(folders.transcripts);
  journal.write('turn.started', {
    phase,
    iteration,
    attempt,
    nonce_hash,
    remaining,
    ...(prepared.green_runs_wanted > 1 ? { green_runs_wanted: prepared.green_runs_wanted } : {}),
    ...(removed === null ? {} : { removed_transcripts: removed }),
  });
  const name = nameTranscript(folders.transcripts, `${phase.toLowerCase()}-${iteration}-${attempt}`);
  const transcript = {
    stdout: join(folders.transcripts, `${name}.stdout`),
    stderr: join(folders.transcripts, `${name}.stderr`),
    said: join(folders.transcripts, `${name}.said`),
  };
  // If stdout is a stream of events, only the agent's last message can contain the exit signal (rule 3.1).
  const word = agent.preset === null ? 'stdout' : 'said';
  const gate = gateOf(context.gates, phase);
  const binding = bindingOf(context, prepared);
  const { turn, commandSignals, received, prompt } = await listenWhile(
    await openReceiver(context, prepared),
    async (receiver) => {
      // A chunk may end in the middle of a character.
      const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
      const asked = await (context.writePrompt ?? writePrompt)({
        config,
        gate,
        iteration,
        nonce,
        signalCommand: receiver.isOpen && agent.reachesSockets,
        state: journal.state(),
      });
      const listener = listenToAgent({ config, gate, binding, prompt: asked });
      if (context.session != null) {
        const { session } = context;
        const facts = { session, prepared, gate, binding, prompt: asked, transcript: transcript.stdout };
        const ended = await takeSessionTurn(context, facts, signal);
        listener.write(ended.message);
        return { turn: ended.turn, received: listener.end(), prompt: asked };
      }
      const env = {
        ...agent.env,
        DUALGATE_RUN: context.run,
        DUALGATE_PHASE: phase,
        DUALGATE_ITERATION: String(iteration),
        ...(nonce === null ? {} : { DUALGATE_NONCE: nonce }),
        ...receiver.env,
      };
      if (agentFunction !== undefined) {
        const turn = { run: context.run, phase, iteration, prompt: asked, workspace: config.folder, env };
        const { timeout_ms: timeoutMs, grace_ms: graceMs } = config.agent;
        const ended = await takeFunctionTurn(agentFunction, turn, { timeoutMs, graceMs, transcript, signal });
        receiver.endTurn();
        await endMarked({ name: 'DUALGATE_RUN', value: context.run });
        listener.write(ended.text);
        emit({ type: 'agent.output', phase, iteration, stream: 'stdout', text: ended.text });
        return { turn: ended.turn, received: listener.end(), prompt: asked, words: ended.words };
      }
      const ended = await takeTurn({
        conversation: openConversation(agent, context, { prompt: asked, env, offersTools: receiver.isOpen }),
        command: agent.commandOf(config.agent.session === 'resume' ? journal.state().session : null),
        launcher: await sandboxOf('agent', { config, agent, run: context.run, reports: null }),
        preset: agent.preset,
        workspace: config.folder,
        prompt: asked,
        timeoutMs: config.agent.timeout_ms,
        idleTimeoutMs: config.agent.idle_timeout_ms,
        memory: memoryOfAgent(config.agent),
        graceMs: config.agent.grace_ms,
        env,
        transcript,
        signal,
        onEnd: receiver.endTurn,
        onMessage: listener.write,
        onOutput: (stream, chunk) =>
          emit({
            type: 'agent.output',
            phase,
            iteration,
            stream,
            text: decoders[stream].decode(chunk, { stream: true }),
          }),
      });
      return { turn: ended, received: listener.end(), prompt: asked };
    },
  );
  signal.throwIfAborted();
  const after = await lookAtSources(config, journal.state());
  const said = commandSignals.length === 0 ? {} : { words: commandSignals };
  journal.write('turn.ended', { phase, iteration, attempt, turn, transcript: `transcripts/${name}.${word}`, ...said });
  const unchanged = after.tree === before.tree && after.head === before.head;
  return {
    ...prepared,
    turn,
    is_discarded: isDiscarded(turn, unchanged),
    commandSignals,
    transcript: transcript[word],
    received,
    prompt,
    after,
  };
};

interface Said {
  readonly turn: Turn;
  readonly received: Received;
  readonly prompt: string;
  /** Signals that came without the command. @default [] */
  readonly words?: readonly CommandSignal[];
}

/** A turn without output that gave its exit signal by the command is not empty (rule 4.1). */
const listenWhile = async (
  receiver: SignalReceiver,
  work: (receiver: SignalReceiver) => Promise<Said>,
): Promise<Said & { readonly commandSignals: readonly CommandSignal[] }> => {
  try {
    const { turn, received, prompt, words = [] } = await work(receiver);
    const commandSignals = [...receiver.commandSignals(), ...words];
    const ended: Turn = turn.outcome === 'empty' && commandSignals.length > 0 ? { ...turn, outcome: 'ok' } : turn;
    return { turn: ended, received, prompt, commandSignals };
  } finally {
    await receiver.close();
  }
};

/** Nothing to measure, or no agent left (rule 4.1). A turn that ended well has an exit signal, even after denials. */
const isDiscarded = ({ outcome, exit_code }: Turn, unchanged: boolean): boolean => {
  if (outcome === 'missing' || outcome === 'unauthorised' || outcome === 'rate_limited') return true;
  if (outcome === 'permission_denied') return unchanged && exit_code !== 0;
  return outcome === 'crashed' && unchanged;
};

/** Reads signal, patterns and keywords while an agent prints: what tests write to the transcript changes nothing. */
interface AgentListener {
  /** A part of its output, cut anywhere. */
  readonly write: (said: string | Buffer) => void;
  /** Called once. */
  readonly end: () => Received;
}

/** @param prompt - the prompt of the turn: text that only repeats it does not count */
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
  const declared =
    gate.phase.tests === 'must_fail'
      ? createDeclarationReader((line) => isDeclaration(line) || isGuardLine(line))
      : null;
  const encode = createTextEncoder();
  return {
    write: (said) => {
      const bytes = encode(said);
      block.write(bytes);
      indicators?.write(bytes);
      keywords?.write(bytes);
      declared?.write(bytes);
    },
    end: () => ({
      signal: block.end(),
      patterns: indicators?.end() ?? [],
      keywords: keywords?.end() ?? [],
      declared: declared?.end() ?? [],
    }),
  };
};
