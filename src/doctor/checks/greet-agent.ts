/**
 * Does an agent that is spoken with answer, and open a session? It needs no model, and costs nothing.
 *
 * @module
 */
import { join } from 'node:path';
import { adviseTurn } from '../../agents/advise.ts';
import type { Agent } from '../../agents/choose-agent.ts';
import { takeTurn } from '../../agents/take-turn.ts';
import { placesOf } from '../../loop/session-of-run.ts';
import type { Visit } from '../check.ts';
import { type Look, ok, problem } from '../finding.ts';

const TIMEOUT_MS = 60_000;

interface Greeted {
  /** The agent, for people. */
  readonly who: string;
  /** The words of a sandbox. */
  readonly words: readonly string[];
}

/** `null` for an agent that only gets its prompt. */
export const judgeGreeting = async (
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
