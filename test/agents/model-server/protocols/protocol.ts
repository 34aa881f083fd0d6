/** Parts that the four protocols share: the agent's request, and the model's answer. */
import type { Fields } from '../../../../src/signals/envelopes/extractor.ts';

/** A tool that the agent offers, with the JSON schema of its arguments. */
export interface Tool {
  readonly name: string;
  readonly parameters: Fields;
}

export interface Question {
  /** Texts of the user alone, not results of tools, one after another. */
  readonly prompt: string;
  readonly tools: readonly Tool[];
  readonly stream: boolean;
}

export type Reply = { readonly text: string } | { readonly call: string; readonly arguments: Fields };

/** `event` is the name of a server-sent event, for the protocols that name them. */
export interface Event {
  readonly event?: string;
  readonly data: Fields | '[DONE]';
}

/** One wire protocol. `replyNumber` makes ids that are told apart. */
export interface Protocol {
  readonly name: string;
  readonly accepts: (path: string) => boolean;
  readonly parse: (body: Fields, path: string) => Question;
  readonly print: (reply: Reply, replyNumber: number) => { readonly whole: Fields; readonly events: readonly Event[] };
  readonly refuse: (status: number, message: string) => Fields;
}

/** Cost of every reply: invented, the same for all. */
export const TOKENS = { input: 100, output: 20 } as const;

export const MODEL = 'scripted-model';
