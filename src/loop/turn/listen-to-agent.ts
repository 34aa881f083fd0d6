/**
 * What is heard of an agent while it prints: its word, and the patterns and keywords that the config looks for in its
 * message. What anybody writes into the transcript later, its tests say, changes none of it.
 *
 * @module
 */
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import type { Config } from '../../config/shape-config.ts';
import { createKeywordFinder } from '../../signals/patterns/find-keywords.ts';
import { listenForPatterns } from '../../signals/patterns/find-patterns.ts';
import type { SignalBinding } from '../../blocks/signal-binding.ts';
import { createSignalReader } from '../../signals/signal-reader.ts';
import { createTextEncoder } from '../../signals/text-encoder.ts';
import type { Heard } from '../iteration.ts';
import { patternsOf } from '../../measures/exit-gate.measure.ts';

export interface AgentListener {
  /** What it says, cut anywhere. */
  readonly write: (said: string | Buffer) => void;
  /** Asked once. */
  readonly end: () => Heard;
}

/** @param prompt - what the agent was asked: what only repeats it is not said */
export const listenToAgent = ({
  config,
  gate,
  binding,
  prompt,
}: {
  readonly config: Pick<Config, 'signals' | 'exit_gate' | 'confidence'>;
  readonly gate: CompiledGate;
  readonly binding: SignalBinding;
  readonly prompt: string;
}): AgentListener => {
  const block = createSignalReader(binding, { dialect: config.signals.dialect });
  const patterns = patternsOf(config, gate);
  const indicators = patterns.length === 0 ? null : listenForPatterns(patterns, prompt);
  const keywords = config.confidence === null ? null : createKeywordFinder(config.confidence.keywords, prompt);
  const encode = createTextEncoder();
  return {
    write: (said) => {
      const bytes = encode(said);
      block.write(bytes);
      indicators?.write(bytes);
      keywords?.write(bytes);
    },
    end: () => ({ signal: block.end(), patterns: indicators?.end() ?? [], keywords: keywords?.end() ?? [] }),
  };
};
