/**
 * The name of the run that a workspace is about.
 *
 * @module
 */
import { replaceFile } from '../ledger/files/write-view.ts';

/**
 * Which run `status` and `resume` mean; without it a person has to name it, and the run goes on. Synced: a name that a power cut
 * took away would let another run begin beside this one.
 */
export const nameCurrent = (path: string, run: string, onNotice: (text: string) => void): void => {
  try {
    replaceFile(path, `${run}\n`, { durable: true });
  } catch (error) {
    onNotice(
      `The run ${run} could not be made the current one: name it to resume, status and explain (${word(error)}).`,
    );
  }
};

const word = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
