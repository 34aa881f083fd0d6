/**
 * One turn of the agent: it gets the prompt on stdin and does what it does; it is heard while it prints, so that nothing
 * that is written into the transcript later changes what it said.
 *
 * @module
 */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Turn } from '../../../gates/iteration.ts';
import type { Prepared, TurnEnded } from '../../../machines/index.ts';
import { takeTurn } from '../../agents/take-turn.ts';
import { hashBytes } from '../../ledger/ledger-record.ts';
import type { Word } from '../../signals/command/spoken-word.ts';
import { openEar, type SignalEar } from './hear-signal.ts';
import { listenToAgent } from './listen-to-agent.ts';
import { lookAtSources } from '../look-at-sources.ts';
import { bindingOf } from './read-word.ts';
import { findLeft } from '../what-is-left.ts';
import { writePrompt } from './write-prompt.ts';
import { gateOf, type RunSite } from '../run-site.ts';
import { sandboxOf } from '../sandbox-of.ts';

/** Takes the turn and writes it into the ledger. What comes to nothing is void; what a crash or a time-out did change is measured. */
export const takeAgentTurn = async (site: RunSite, prepared: Prepared, signal: AbortSignal): Promise<TurnEnded> => {
  const { agent, config, folders, workbench, journal, announce } = site;
  const facts = workbench.facts();
  const { phase, iteration, attempt } = prepared;
  const nonce_hash = facts.nonce === null ? null : hashBytes(facts.nonce);
  journal.write('turn.begun', { phase, iteration, attempt, nonce_hash });
  const left = findLeft(config, phase, journal.state(), { now: site.now, spentMs: site.stopwatch.spentMs });
  announce({ type: 'iteration.started', phase, iteration, attempt, left });
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
  const binding = bindingOf({ facts, gate, existingTests, signals: config.signals });
  const { turn, words } = await listenWhile(await openEar(site, prepared), async (ear) => {
    // A chunk may end in the middle of a character.
    const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
    facts.prompt = await (site.writePrompt ?? writePrompt)({
      config,
      gate,
      iteration,
      nonce: facts.nonce,
      signalCommand: ear.isOpen && agent.reachesSockets,
      state: journal.state(),
    });
    const listener = listenToAgent({ config, gate, binding, prompt: facts.prompt });
    const ended = await takeTurn({
      command: agent.commandOf(config.agent.session === 'resume' ? journal.state().session : null),
      launcher: await sandboxOf('agent', { config, agent, run: site.run, reports: null }),
      preset: agent.preset,
      workspace: config.folder,
      prompt: facts.prompt,
      timeoutMs: config.agent.timeout_ms,
      idleTimeoutMs: config.agent.idle_timeout_ms,
      graceMs: config.agent.grace_ms,
      env: {
        ...agent.env,
        DUALGATE_RUN: site.run,
        DUALGATE_PHASE: phase,
        DUALGATE_ITERATION: String(iteration),
        ...(facts.nonce === null ? {} : { DUALGATE_NONCE: facts.nonce }),
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
    facts.heard = listener.end();
    return ended;
  });
  signal.throwIfAborted();
  facts.turn = turn;
  facts.words = words;
  facts.transcript = transcript[word];
  facts.afterTurn = await lookAtSources(config, journal.state());
  const said = words.length === 0 ? {} : { words };
  journal.write('turn.ended', { phase, iteration, attempt, turn, transcript: `transcripts/${name}.${word}`, ...said });
  announce({ type: 'turn.ended', phase, iteration, attempt, turn, transcript: transcript[word] });
  const unchanged = facts.afterTurn.tree === facts.before.tree && facts.afterTurn.head === facts.before.head;
  return { turn, is_void: isVoid(turn, unchanged) };
};

/** A turn that printed nothing and said its word by the command has said something (RULES 4.1). */
const listenWhile = async (
  ear: SignalEar,
  work: (ear: SignalEar) => Promise<Turn>,
): Promise<{ readonly turn: Turn; readonly words: readonly Word[] }> => {
  try {
    const turn = await work(ear);
    const words = ear.words();
    return { turn: turn.outcome === 'empty' && words.length > 0 ? { ...turn, outcome: 'ok' } : turn, words };
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
