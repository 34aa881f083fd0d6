/** apm2, spec 003: the agent ends its work phase with one JSON exit signal. */
import type { System } from '../system.ts';
import { apm2 as dialect } from './apm2.dialect.ts';
import preset from './apm2.yaml?raw';
import { createExitSignal } from './parse-exit-signal.ts';

export const apm2 = {
  preset,
  // An agent that continues prints no exit signal.
  writeBlock: ({ isDone, nonce, workPhase = dialect.workPhases.default }) =>
    isDone
      ? `${JSON.stringify(
          createExitSignal({
            phase_completed: workPhase,
            exit_reason: 'completed',
            notes: 'as far as I can see',
            ...(nonce === null ? {} : { nonce }),
          }),
        )}\n`
      : '',
} as const satisfies System;
