/**
 * The steps of a smoke test, in order. The signal is the last: its block ends the message.
 *
 * @module
 */
import type { SmokeTestStep } from './smoke-test-step.ts';
import { commandStep } from './command.step.ts';
import { shellStep } from './shell.step.ts';
import { signalStep } from './signal.step.ts';
import { writingStep } from './writing.step.ts';

export const SMOKE_TEST_STEPS: readonly SmokeTestStep[] = [writingStep, shellStep, commandStep, signalStep];
