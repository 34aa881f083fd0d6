/**
 * What one form of the agent's word is: where its blocks are found, what they say, and how it is asked for.
 *
 * @module
 */
import type { Dialect as DialectName, Signal } from '../../gates/iteration.ts';
import type { WorkPhase } from './apm2/exit-signal.ts';
import type { BlockForm } from './block/block-form.ts';
import type { Block } from './block/collect-block.ts';
import type { Needle } from './patterns/needle.ts';
import type { SignalBinding } from './signal-binding.ts';

/** `refactoring`: the phase asks for REFACTORING_COMPLETE. */
export interface TemplateFacts {
  /** @default 'prp' */
  readonly dialect?: DialectName | undefined;
  readonly phase: string;
  readonly iteration: number;
  /** `null`: none was issued. */
  readonly nonce: string | null;
  readonly refactoring?: boolean | undefined;
  /** Of an APM2 signal. @default 'IMPLEMENTATION' */
  readonly workPhase?: WorkPhase | undefined;
}

export interface Dialect {
  readonly name: DialectName;
  /** One of them stands in every line that can open a block, or close one that is too long. */
  readonly needles: readonly Needle[];
  readonly forms: readonly BlockForm[];
  /** How a line of a block begins by which the block is known where it is indented or quoted; a needle finds each. */
  readonly signs: readonly string[];
  /** Reads the deciding block: one that is closed and whole. Binding comes before content (RULES 3.8). */
  readonly judge: (block: Block, binding: SignalBinding) => Signal;
  /** Whether the block carries this very nonce, and no other. */
  readonly carriesNonce: (block: Block, nonce: string) => boolean;
  /** The block that the agent is asked to print. */
  readonly template: (facts: TemplateFacts) => readonly string[];
  /** What its specification has the agent do before it says yes, in a phase whose tests must pass. @default nothing */
  readonly protocol?: readonly string[];
  /** What it says for yes, for no, and for a person, as the prompt tells it. */
  readonly words: { readonly yes: string; readonly no: string; readonly blocked: string };
  /** What the agent may name besides, in the block and by the signal command; absent where there is nothing. */
  readonly optional?: { readonly block: string; readonly command: string };
}
