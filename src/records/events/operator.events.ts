/** The commands of an operator. */
import type { ConfigChange } from '../config-change.ts';
import { type At, line, type Said, type Tone, durable } from './event-kind.ts';
import { sayCommand } from './say-command.ts';

export const OPERATOR_EVENTS = {
  'operator.skipped': durable<InPhase>({
    between: ['operator', 'chart'],
    says: (event) => given(sayCommand('forced', event)),
  }),
  'operator.reset': durable<InPhase>({
    between: ['operator', 'breaker'],
    says: (event) => given(sayCommand('resets', event)),
  }),
  'operator.resumed': durable<{ readonly by: string }>({
    between: ['operator', 'chart'],
    says: ({ by }) => given(`resumed by ${by}`),
  }),
  'operator.aborted': durable<OperatorReason>({
    between: ['operator', 'chart'],
    says: (event) => given(sayCommand('aborted', event)),
  }),
  'operator.accepted': durable<
    InPhase & {
      readonly files: readonly string[];
      readonly tests: readonly string[];
      /** Globs of the files that the suite writes; absent when none was accepted. */
      readonly writes?: readonly string[];
      /** The changed keys of an accepted config; absent when none was accepted. */
      readonly config?: readonly ConfigChange[];
    }
  >({
    between: ['operator', 'loop'],
    says: (event) => given(sayCommand('accepted', event)),
  }),
  'operator.reopened': durable<
    InPhase & {
      /** Relative to the workspace. */
      readonly file: string;
      /** Its id; absent: any one test of the file. */
      readonly test?: string;
    }
  >({
    between: ['operator', 'loop'],
    says: (event) => given(sayCommand('reopened', event)),
  }),
  'operator.rolled_back': durable<InPhase & { readonly commit: string }>({
    between: ['operator', 'chart'],
    says: (event) => given(sayCommand('rollbacks', event)),
  }),
  'operator.approved': durable<At & { readonly tree: string; readonly by: string }>({
    between: ['operator', 'loop'],
    says: ({ phase, iteration, tree, by }) =>
      given(`${phase} ${iteration} approved by ${by} (sources ${tree.slice(0, 12)})`, 'good'),
  }),
  'operator.rejected': durable<At & OperatorReason & { readonly tree: string }>({
    between: ['operator', 'loop'],
    says: ({ phase, iteration, by, reason }) => given(`${phase} ${iteration} rejected by ${by}: ${reason}`),
  }),
  'operator.guided': durable<{ readonly phase: string; readonly by: string; readonly text: string }>({
    between: ['operator', 'agent'],
    says: (event) => given(sayCommand('guidance', { ...event, reason: event.text }), 'plain'),
  }),
} as const;

/** An operator's command, and its reason. */
export interface OperatorReason {
  readonly by: string;
  readonly reason: string;
}

const given = (text: string, tone: Tone = 'warn'): readonly Said[] => [line('operator', text, tone)];

type InPhase = OperatorReason & { readonly phase: string };
