/**
 * What the scripted agent says in a turn: the prompt quoted, its words, its status block last.
 *
 * @module
 */
import type { ScriptedTurn } from './script-schema.ts';
import { writeBlock } from './write-block.ts';

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
    turn.signal === undefined ? '' : blockOf(turn, told),
  ]
    .filter((part) => part !== '')
    .map((part) => (part.endsWith('\n') ? part : `${part}\n`))
    .join('\n');

/** One pass, so that what is filled in is not read again. */
const fillIn = (say: string, turn: ScriptedTurn, told: Circumstances): string =>
  say.replaceAll(/\{\{(nonce|phase|iteration|block)\}\}/g, (_match, name: string) => {
    if (name === 'block') return blockOf(turn, told).trimEnd();
    if (name === 'nonce') return turn.nonce ?? told.nonce ?? '';
    return name === 'phase' ? told.phase : String(told.iteration);
  });

const blockOf = (turn: ScriptedTurn, { phase, iteration, nonce, now }: Circumstances): string =>
  writeBlock(turn.dialect ?? 'prp', {
    phase,
    iteration,
    nonce: turn.nonce ?? nonce,
    now,
    isDone: turn.signal ?? true,
    refactoringComplete: turn.refactoring_complete ?? false,
    workPhase: turn.work_phase ?? 'IMPLEMENTATION',
  });
