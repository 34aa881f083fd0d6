/**
 * One turn of the agent: it gets the prompt on stdin and does what it does; what it says is kept and not yet read.
 *
 * @module
 */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Prepared, TurnEnded } from '../../machines/index.ts';
import { takeTurn } from '../agents/take-turn.ts';
import { takeFingerprint } from '../evidence/fingerprint.ts';
import { writePrompt } from './write-prompt.ts';
import { gateOf, type RunSite } from './run-site.ts';

/** Takes the turn and writes it into the ledger. A crash that changed nothing is void; what it did change is measured. */
export const takeAgentTurn = async (site: RunSite, prepared: Prepared, signal: AbortSignal): Promise<TurnEnded> => {
  const { config, folders, workbench, journal, announce } = site;
  const facts = workbench.facts();
  const { phase, iteration, attempt } = prepared;
  announce({ type: 'iteration.started', phase, iteration, attempt });
  const name = nameTranscript(folders.transcripts, `${phase.toLowerCase()}-${iteration}-${attempt}`);
  const transcript = {
    stdout: join(folders.transcripts, `${name}.stdout`),
    stderr: join(folders.transcripts, `${name}.stderr`),
  };
  // A chunk may end in the middle of a character.
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  const turn = await takeTurn({
    command: site.agent,
    workspace: config.folder,
    prompt: await writePrompt({
      config,
      gate: gateOf(site.gates, phase),
      iteration,
      nonce: facts.nonce,
      state: journal.state(),
    }),
    timeoutMs: config.agent.timeout_ms,
    env: {
      ...config.agent.env,
      DUALGATE_RUN: site.run,
      DUALGATE_PHASE: phase,
      DUALGATE_ITERATION: String(iteration),
      ...(facts.nonce === null ? {} : { DUALGATE_NONCE: facts.nonce }),
    },
    transcript,
    signal,
    onOutput: (stream, chunk) =>
      announce({
        type: 'agent.output',
        phase,
        iteration,
        stream,
        text: decoders[stream].decode(chunk, { stream: true }),
      }),
  });
  signal.throwIfAborted();
  facts.turn = turn;
  facts.transcript = transcript.stdout;
  facts.afterTurn = await takeFingerprint(config.folder, { writes: config.tests.writes });
  journal.write('turn.ended', { phase, iteration, attempt, turn, transcript: `transcripts/${name}.stdout` });
  announce({ type: 'turn.ended', phase, iteration, attempt, turn, transcript: transcript.stdout });
  const idle = facts.afterTurn.tree === facts.before.tree && facts.afterTurn.head === facts.before.head;
  return { turn, is_void: turn.outcome === 'missing' || (turn.outcome === 'crashed' && idle) };
};

/** A turn that was cut off left its words under the same numbers, and an agent can write there too: no part of this turn. */
const nameTranscript = (folder: string, turn: string): string => {
  let name = turn;
  for (let n = 2; lstatSync(join(folder, `${name}.stdout`), { throwIfNoEntry: false }) !== undefined; n += 1)
    name = `${turn}.${n}`;
  return name;
};
