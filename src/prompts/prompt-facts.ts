/**
 * The facts of a prompt: the phase, the work, and what held the last iteration.
 *
 * @module
 */
import type { CheckResult } from '../../gates/iteration.ts';
import type { Phase } from '../../gates/phase.ts';
import type { SignalReason } from '../../gates/signal-reasons.ts';
import type { Hold } from '../records/say-hold.ts';
import type { DialectName, WorkPhase } from '../systems/dialects.ts';

export interface PromptFacts {
  readonly phase: Phase;
  /** Position in the phase, from 1. */
  readonly iteration: number;
  /** `null`: none was issued (`signals.require_nonce: false`). */
  readonly nonce: string | null;
  /** The form of the status block. @default the native one */
  readonly dialect?: DialectName;
  /** Work phases of the dialect, if it has any. @default its own default */
  readonly workPhase?: WorkPhase | undefined;
  /** Whether the agent can run the signal command in this turn. */
  readonly signalCommand: boolean;
  /** At least one; relative to the workspace. */
  readonly specPaths: readonly string[];
  readonly criteria: readonly { readonly id: string | null; readonly text: string }[];
  /** The suites that measure the work; `folder` is relative to the workspace, `''` for the workspace itself. */
  readonly suites: readonly { readonly name: string; readonly folder: string; readonly command: string }[];
  /** Other commands that are measured. @default [] */
  readonly checks?: readonly { readonly name: string; readonly command: string }[];
  readonly documentsGlobs: readonly string[];
  readonly requiredDocs: number;
  /** Files that must not be edited: the spec, the config, ignore files, and tests once they are frozen. */
  readonly frozen: readonly string[];
  /** Names of configs that may appear in this phase, if they are plain. @default [] */
  readonly setUp?: readonly string[];
  /** Existing configs whose lists may grow in this phase. @default [] */
  readonly extend?: readonly string[];
  /** Tests that the config lists as known to fail. */
  readonly knownFailing: readonly string[];
  /** Whether the agent may name a criterion that already holds. */
  readonly mayGuard: boolean;
  /** Whether an earlier test may change with a criterion. @default false */
  readonly mayChange?: boolean;
  /** The frozen test that may be edited; null or absent: none. */
  readonly reopened?: OpenTest | null;
  /** The operators' guidance for this phase, in order. */
  readonly guidance: readonly Guidance[];
  /** `null` in the first iteration of a phase. */
  readonly held: HeldIteration | null;
  /** The prompt that the agent has: then only what is new. @default 'none' */
  readonly has?: PromptSeen;
}

/** The whole prompt of an earlier phase of the same run, or of this one. */
export type PromptSeen = 'none' | 'earlier phase' | 'this phase';

export interface OpenTest {
  readonly by: string;
  readonly reason: string;
  readonly file: string;
  /** Its id; null: any one of the file. */
  readonly test: string | null;
}

export interface Guidance {
  readonly by: string;
  readonly text: string;
}

/** Why the last iteration did not exit the phase, from the decision. */
export interface HeldIteration {
  readonly hold: Hold;
  /** @default [] */
  readonly checks?: readonly CheckResult[];
  readonly signal: SignalReason;
  /** The exact problem of the block. */
  readonly signalDetail?: string | undefined;
}
