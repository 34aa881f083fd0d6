/**
 * The steps of a probe, in the order in which the agent takes them. The signal is the last: its block ends the message.
 *
 * @module
 */
import type { ProbeStep } from './probe-step.ts';
import { commandStep } from './command.step.ts';
import { shellStep } from './shell.step.ts';
import { signalStep } from './signal.step.ts';
import { writingStep } from './writing.step.ts';

export const PROBE_STEPS: readonly ProbeStep[] = [writingStep, shellStep, commandStep, signalStep];
