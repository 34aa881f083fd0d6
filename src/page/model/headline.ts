/**
 * The beginning of the page: the cause in words, the conditions, one command. Pure.
 *
 * @module
 */
import type { Live } from '../../view/live.ts';
import { nameRun, type NextStep } from '../../view/steps-after-hold.ts';
import type { PageList } from '../page-data.ts';
import type { PageHold } from '../page-hold.ts';
import type { RunView } from './run-view.ts';

export interface Headline {
  /** '' where nothing is held, and nobody is asked. */
  readonly says: string;
  /** Null where `says` is no hold. */
  readonly hold: PageHold | null;
  /** The recommended one; null where there is nothing to type. */
  readonly command: NextStep | null;
  readonly others: readonly NextStep[];
}

interface HeadlineFacts {
  readonly list: PageList | null;
  /** Whether a command without a run means this one. */
  readonly isNewest: boolean;
  readonly live: Live | null;
}

export const headlineOf = (view: RunView, { list, isNewest, live }: HeadlineFacts): Headline => {
  const { run } = view.head;
  const task = list?.tasks.find((each) => each.run === run) ?? null;
  const isPlain = task === null && isNewest;
  const withCode = codeWriter(live);
  const [command = null, ...others] = view.now.next.map(({ command: line, what }) => ({
    command: withCode(isPlain ? line : nameRun(line, task, run)),
    what,
  }));
  // The reason of the end stands beside the status.
  const says = view.hold === null && view.now.says === view.why ? '' : withCode(view.now.says);
  return { says, hold: view.hold, command, others };
};

/** The records have only the hash of the code of a wait; the event has it. */
const codeWriter = (live: Live | null): ((text: string) => string) => {
  const code = live?.wait?.for === 'approval' ? /--code ([-A-Z0-9]+)/.exec(live.wait.why)?.[1] : undefined;
  return (text) => (code === undefined ? text : text.replace('--code CODE', `--code ${code}`));
};
