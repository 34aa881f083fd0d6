/**
 * Does its word arrive by the signal command? The block alone is enough, so this is never more than a warning.
 *
 * @module
 */
import { type Look, ok, skipped, warning } from '../finding.ts';
import { type ProbeStep, type ProbeTurn, wentWell } from './probe-step.ts';

export const commandStep: ProbeStep = {
  ask: (_task, signalCommand) =>
    signalCommand
      ? ['Run this command in your shell, exactly as it stands:', 'speak: "$DUALGATE_SIGNAL" exit --reason probed']
      : [],
  judge: async (taken) => [{ name: 'probe: command', ...judgeCommand(taken) }],
};

const judgeCommand = (taken: ProbeTurn): Look => {
  const { isToldOfCommand, words, shell } = taken;
  if (!isToldOfCommand)
    return skipped('its shell reaches no socket, as it is configured: the status block is its channel');
  if (words.length > 0) return ok('its word arrives by the signal command');
  if (!wentWell(taken)) return skipped('not seen: the turn did not go well');
  if (shell.is === 'absent') return skipped('not seen: it ran no command');
  return warning(
    'its word did not arrive by the signal command: the status block is its channel',
    'See the answer of the command in what it printed: a sandbox around its shell may keep it from the socket.',
  );
};
