/**
 * `dualgate/signals`: reads the exit signal from the agent's output, in every dialect, and makes that of spec 003.
 * @module
 */
export type { Signal, Reported } from '../../gates/iteration.ts';
export { SIGNAL_REASONS, type SignalReason } from '../../gates/signal-reasons.ts';
export { createExitSignal, type ExitSignalParts } from './systems/apm2/parse-exit-signal.ts';
export { type ExitReason, nextWorkPhase, type WorkPhase } from '../../machines/work-item.refusals.ts';
export type { ExitSignal } from './systems/apm2/exit-signal.ts';
export { ExitSignalError, parseExitSignal } from './systems/apm2/parse-exit-signal.ts';
export { type AgentSessionCompleted, createSessionCompleted } from './systems/apm2/parse-exit-signal.ts';
export { DIALECT_NAMES as dialects, type DialectName as Dialect } from './systems/dialects.ts';
export type { SignalBinding } from './blocks/block-fields.ts';
export { createSignalReader, readSignal, type SignalForm, type SignalReader } from './signal-reader.ts';
