/**
 * Gate 2 of a conformance case: what a transcript says under a dialect, as an agent's process would have printed it.
 *
 * @module
 */
import type { Signal } from '../../gates/iteration.ts';
import { DIALECT_NAMES, type DialectName, NATIVE, WORK_PHASES } from '../systems/dialects.ts';
import type { SignalBinding } from '../blocks/signal-binding.ts';
import { createSignalReader, type SignalForm } from './signal-reader.ts';
import { silenceSignal } from './silence-signal.ts';

/** How a transcript is to be read. */
export const CASE_DIALECTS = [...DIALECT_NAMES, 'claude-json', 'none'] as const;
type CaseDialect = (typeof CASE_DIALECTS)[number];

/** The part of a case that gate 2 is about; names are those of the file. */
export interface SignalCase {
  readonly phase: string;
  readonly dialect: CaseDialect;
  /** The text on stdout. */
  readonly transcript: string;
  readonly context?: {
    readonly iteration?: number;
    readonly nonce?: string;
    readonly agent_exit_code?: number;
    readonly timed_out?: boolean;
    /** The number of lines before the transcript. */
    readonly repeat_before?: { readonly line: string; readonly count: number };
    readonly config?: { readonly phase_map?: Readonly<Record<string, string>> };
  };
  /** The expected result of the tests. @default must_fail in RED, must_pass in every other phase */
  readonly tests?: SignalBinding['tests'];
  /** Tests that were there and pass. @default 0 */
  readonly existingTests?: number | undefined;
}

const LINES_AT_ONCE = 1_000;

/** The signal, and why it reads as it does (rules 3.1 to 3.11). The flag of a dialect counts as on. */
export const signalOfCase = ({
  phase,
  dialect,
  transcript,
  context = {},
  tests,
  existingTests,
}: SignalCase): Signal => {
  const form = formOf(dialect);
  if (context.timed_out === true) return silenceSignal('timed_out', form.dialect);
  if ((context.agent_exit_code ?? 0) !== 0) return silenceSignal('crashed', form.dialect);
  const { iteration = 1, nonce = null, repeat_before: before, config } = context;
  const mapped = config?.phase_map?.[phase];
  const reader = createSignalReader(
    {
      phase,
      iteration,
      nonce,
      tests: tests ?? (phase === 'RED' ? 'must_fail' : 'must_pass'),
      existingTests,
      workPhase: WORK_PHASES.find((each) => each === mapped),
    },
    form,
  );
  for (let left = before?.count ?? 0; left > 0; left -= LINES_AT_ONCE) {
    reader.write(`${before?.line}\n`.repeat(Math.min(left, LINES_AT_ONCE)));
  }
  reader.write(transcript);
  return reader.end();
};

/** `claude-json` is an envelope, with the RALPH block inside; `none` is read as the native dialect. */
const formOf = (dialect: CaseDialect): SignalForm & { readonly dialect: DialectName } => {
  if (dialect === 'claude-json') return { dialect: 'ralph', envelope: 'claude-json' };
  return { dialect: dialect === 'none' ? NATIVE : dialect };
};
