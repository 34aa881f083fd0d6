/**
 * Makes an exit signal: invalid fields do not compile, and values that are too long or unsafe throw.
 *
 * @module
 */
import { checkExitSignal, type ExitSignal, PROTOCOL, VERSION } from './exit-signal.ts';
import { ExitSignalError } from './parse-exit-signal.ts';

/** The result of a phase; the nonce of the iteration is added to the notes as a separate token (rule 3.8). */
export type ExitSignalParts = Omit<ExitSignal, 'protocol' | 'version'> & { readonly nonce?: string };

/**
 * The signal, frozen; `JSON.stringify` of it is what goes to stdout, from the start of a line.
 *
 * @example
 *     console.log(JSON.stringify(createExitSignal({
 *       phase_completed: 'IMPLEMENTATION', exit_reason: 'completed', notes: 'suite run twice', nonce: process.env.DUALGATE_NONCE,
 *     })));
 * @throws {ExitSignalError} for a field that the protocol refuses
 */
export const createExitSignal = ({ nonce, notes, ...parts }: ExitSignalParts): ExitSignal => {
  const words = [notes, nonce === undefined ? undefined : `nonce:${nonce}`].filter((word) => word !== undefined);
  const checked = checkExitSignal({
    protocol: PROTOCOL,
    version: VERSION,
    ...parts,
    ...(words.length === 0 ? {} : { notes: words.join(' ') }),
  });
  if ('problem' in checked) throw new ExitSignalError(checked.problem);
  return Object.freeze(checked.signal);
};
