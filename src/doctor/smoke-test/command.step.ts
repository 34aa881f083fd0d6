/**
 * Does the exit signal arrive by the signal command? The block alone is enough, so this is at most a warning.
 *
 * @module
 */
import { type Look, ok, skipped, warning } from '../finding.ts';
import { type SmokeTestStep, type SmokeTestTurn, wentWell } from './smoke-test-step.ts';

export const commandStep: SmokeTestStep = {
  ask: (_task, signalCommand) =>
    signalCommand
      ? ['Run this command in your shell, exactly as written:', 'speak: "$DUALGATE_SIGNAL" exit --reason tested']
      : [],
  judge: async (taken) => [{ name: 'smoke test: command', ...judgeCommand(taken) }],
};

const judgeCommand = (taken: SmokeTestTurn): Look => {
  const { offersCommand, commandSignals, shell } = taken;
  if (!offersCommand)
    return skipped('its shell cannot reach a socket with this configuration: it uses the status block');
  if (commandSignals.length > 0) return ok('the signal command works');
  if (!wentWell(taken)) return skipped('unknown: the turn failed');
  if (shell.is === 'absent') return skipped('unknown: it ran no command');
  return warning(
    'the signal command did not arrive: it uses the status block',
    'Read the output of the command in the transcript: a sandbox around its shell may block the socket.',
  );
};
