/**
 * Calls of tools in a report: which tool, and the file or command that it was for. However many there are, few are kept.
 *
 * @module
 */
import { type Fields, textOf } from './json-event.ts';

const SUBJECTS = ['command', 'file_path', 'filePath', 'path', 'url'];
const MAX_LENGTH = 500;
const MAX_KEPT = 1_000;

/** Such as `Write: src/a.ts`, at most 500 characters. */
export const describeCall = (tool: string | null, input: Fields): string => {
  const subject = SUBJECTS.map((name) => textOf(input[name])).find((it) => it !== null);
  const name = tool ?? 'a tool';
  return (subject === undefined ? name : `${name}: ${subject}`).slice(0, MAX_LENGTH);
};

/** Started calls, by id, for programs that name a call only at its start; and the denied ones. */
interface CallLog {
  readonly start: (id: string, description: string) => void;
  readonly end: (id: string, isDenied: boolean) => void;
  /** A call that is reported as a whole. */
  readonly deny: (description: string) => void;
  /** The first thousand, in order. */
  readonly denials: () => readonly string[];
}

export const createCallLog = (): CallLog => {
  const started = new Map<string, string>();
  const denied: string[] = [];
  const deny = (description: string): void => {
    if (denied.length < MAX_KEPT) denied.push(description);
  };
  return {
    start: (id, description) => {
      if (started.size < MAX_KEPT) started.set(id, description);
    },
    end: (id, isDenied) => {
      if (isDenied) deny(started.get(id) ?? 'a tool');
      started.delete(id);
    },
    deny,
    denials: () => denied,
  };
};
