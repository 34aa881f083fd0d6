/**
 * Names a call of a tool in a report: the tool, and the file or command that it was for.
 *
 * @module
 */
import { type Fields, textOf } from './json-event.ts';

const TELLING = ['command', 'file_path', 'filePath', 'path', 'url'];

/** Such as `Write: src/a.ts`; bounded by whoever keeps it. */
export const describeCall = (tool: string | null, input: Fields): string => {
  const subject = TELLING.map((name) => textOf(input[name])).find((it) => it !== null);
  return subject === undefined ? (tool ?? 'a tool') : `${tool ?? 'a tool'}: ${subject}`;
};
