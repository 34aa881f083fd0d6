/**
 * What the scripted agent says in a turn: the prompt quoted, its words, its status block last.
 *
 * @module
 */
import { writeStatusBlock } from '../../signals/write-status-block.ts';
import type { ScriptedTurn } from './script-schema.ts';

/** What the agent was told, and when it speaks. */
export interface Circumstances {
  readonly phase: string;
  /** From 1. */
  readonly iteration: number;
  /** `null`: none was issued. */
  readonly nonce: string | null;
  readonly prompt: string;
  /** ISO 8601. */
  readonly now: string;
}

/** The text for stdout; empty when the turn says nothing. */
export const speak = (turn: ScriptedTurn, told: Circumstances): string =>
  [
    turn.quote_prompt === true ? told.prompt : '',
    fillIn(turn.say ?? '', turn, told),
    turn.signal === undefined ? '' : writeBlock(turn, told),
  ]
    .filter((part) => part !== '')
    .map((part) => (part.endsWith('\n') ? part : `${part}\n`))
    .join('\n');

/** One pass, so that what is filled in is not read again. */
const fillIn = (say: string, turn: ScriptedTurn, told: Circumstances): string =>
  say.replaceAll(/\{\{(nonce|phase|iteration|block)\}\}/g, (_match, name: string) => {
    if (name === 'block') return writeBlock(turn, told).trimEnd();
    if (name === 'nonce') return turn.nonce ?? told.nonce ?? '';
    return name === 'phase' ? told.phase : String(told.iteration);
  });

/** The agent's own view: what it writes of tests and gates decides nothing (RULES 1.6), so it leaves the numbers out. */
const writeBlock = (turn: ScriptedTurn, { phase, iteration, nonce, now }: Circumstances): string => {
  const isDone = turn.signal ?? true;
  return writeStatusBlock({
    timestamp: now,
    phase,
    status: isDone ? 'COMPLETE' : 'IN_PROGRESS',
    iteration,
    progressPercent: isDone ? 100 : 50,
    tests: null,
    files: null,
    circuitBreaker: { state: 'CLOSED', noProgressCount: 0 },
    dualGate: { gate1: isDone, gate1Detail: 'as far as I can see', gate2: isDone, canExit: isDone },
    blockers: [],
    exitSignal: isDone,
    recommendation: isDone ? 'Leave the phase.' : 'Go on with the phase.',
    nonce: turn.nonce ?? nonce,
    refactoringComplete: turn.refactoring_complete ?? false,
  });
};
