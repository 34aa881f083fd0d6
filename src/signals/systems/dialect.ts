/** A form of the exit signal: where its blocks are found, what they mean, and how the prompt asks for it. */
import type { WorkPhase } from '../../../machines/work-item.refusals.ts';
import type { Signal } from '../../../gates/iteration.ts';
import type { BlockForm, Needle } from '../blocks/block-form.ts';
import type { Block } from '../blocks/place-lines.ts';
import type { SignalBinding } from '../blocks/block-fields.ts';

/** `refactoring`: the phase asks for REFACTORING_COMPLETE. */
export interface TemplateFacts {
  readonly phase: string;
  readonly iteration: number;
  /** `null`: none was issued. */
  readonly nonce: string | null;
  readonly refactoring?: boolean | undefined;
  /** For a dialect that has work phases. @default its own default */
  readonly workPhase?: string | undefined;
}

export interface Dialect {
  /** As `signals.dialect` of the config has it: the name of its system, and of its row. */
  readonly name: string;
  /** Whose form it is, as the reference of the config lists it: `of spec 002`. */
  readonly source: string;
  /** Every line that can open a block, or close one that is too long, contains one of them. */
  readonly needles: readonly Needle[];
  readonly forms: readonly BlockForm[];
  /** How a line of a block begins by which the block is known where it is indented or quoted; a needle finds each. */
  readonly signs: readonly string[];
  /** The key of its block that carries the signal; absent where the block is not made of keys. */
  readonly key?: string;
  /** Reads the deciding block: one that is closed and whole. @param keys - that carry a signal, of every dialect */
  readonly judge: (block: Block, binding: SignalBinding, keys: readonly string[]) => Signal;
  /** Whether the block carries this very nonce, and no other. */
  readonly carriesNonce: (block: Block, nonce: string) => boolean;
  readonly template: (facts: TemplateFacts) => readonly string[];
  /** As the scripted agent prints it, with a line feed at its end; '' where the dialect has no word for it. */
  readonly writeBlock: (block: ScriptedBlock) => string;
  /** The steps that its specification demands before a yes, in a phase whose tests must pass. @default nothing */
  readonly protocol?: readonly string[];
  /** Its values for yes, for no, and for a person; `untested`: that no tests were run, if it has one. */
  readonly words: { readonly yes: string; readonly no: string; readonly blocked: string; readonly untested?: string };
  /** Further fields that the agent may give, in the block and by the signal command; absent where there are none. */
  readonly optional?: { readonly block: string; readonly command: string };
  /** Its own names for the phases of the work, which `signals.phase_map` maps to; absent where it has none. */
  readonly workPhases?: { readonly names: readonly [string, ...string[]]; readonly default: string };
  /** Without it the dialect is not read; absent where nothing has to be switched on. */
  readonly flag?: DialectFlag;
}

/** The required value in the environment of dualgate before a dialect is read (rule 3.11). */
export interface DialectFlag {
  readonly variable: string;
  readonly isOn: (env: Readonly<Record<string, string | undefined>>) => boolean;
  readonly off: string;
}

/** For the scripted agent: the agent's own view. Its claims about tests and gates decide nothing (rule 1.6), so it leaves them out. */
export interface ScriptedBlock {
  readonly phase: string;
  readonly iteration: number;
  /** `null`: none. */
  readonly nonce: string | null;
  /** ISO 8601. */
  readonly now: string;
  readonly isDone: boolean;
  readonly refactoringComplete: boolean;
  /** For a dialect that has work phases. @default its own default */
  readonly workPhase?: WorkPhase | undefined;
}

export const fieldsOfIteration = ({
  phase,
  iteration,
  nonce,
  refactoringComplete,
}: ScriptedBlock): readonly string[] => [
  ...(refactoringComplete ? ['REFACTORING_COMPLETE: true'] : []),
  `PHASE: ${phase}`,
  `ITERATION: ${iteration}`,
  ...(nonce === null ? [] : [`NONCE: ${nonce}`]),
];

export const joinLines = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
