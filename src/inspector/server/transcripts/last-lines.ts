/**
 * The last lines that an agent printed, for people. Lines of a stream of events are shown by their words.
 *
 * @module
 */
import { closeSync, fstatSync, readSync } from 'node:fs';
import { openPlain, WITHOUT_FOLLOWING } from '../../../files/open-plain.ts';
import { showText } from '../../../page/show-text.ts';
import type { RedactData } from '../../../redact/redact-data.ts';
import { type Fields, objectOf, parseEvent } from '../../../signals/envelopes/json-event.ts';

/** Bytes that are looked at. */
const TAIL = 64 * 1024;
/** Longer than a secret. */
const NEAR = 8 * 1024;
/** Characters of a line. */
const MAX_LINE = 200;

/** @returns none when the file cannot be read, or says nothing */
export const lastLines = (path: string, most: number, redact: RedactData): readonly string[] => {
  const tail = readTail(path);
  if (tail === null) return [];
  // Secrets may have several lines.
  const text = redact(tail.text);
  // One may have been cut where the tail begins: nothing near there is shown.
  const [first = '', ...others] = (tail.isWhole ? text : text.slice(NEAR)).split('\n');
  const start = tail.isWhole ? sayLine(first) : [`…${first.slice(1 - MAX_LINE)}`];
  const lines = [...start, ...others.flatMap(sayLine)].filter((line) => line.trim() !== '');
  // JSON can write any letter of a secret as a number.
  return lines.slice(-most).map((line) => showText(redact(line), MAX_LINE));
};

const readTail = (path: string): { readonly text: string; readonly isWhole: boolean } | null => {
  try {
    const file = openPlain(path, WITHOUT_FOLLOWING);
    try {
      const { size } = fstatSync(file);
      const from = Math.max(0, size - TAIL);
      const bytes = Buffer.alloc(Math.min(TAIL, size));
      const length = readSync(file, bytes, 0, bytes.length, from);
      return { text: bytes.toString('utf8', 0, length), isWhole: from === 0 };
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
};

/** A terminal shows what follows the last carriage return. */
const sayLine = (line: string): readonly string[] => {
  const event = parseEvent(line);
  if (event !== null && ('type' in event || 'jsonrpc' in event))
    return wordsOf(event).flatMap((text) => text.split('\n'));
  return [line.split('\r').findLast((part) => part !== '') ?? ''];
};

/** Under these names the streams of agent programs have what a person reads. */
const WORDS = new Set(['text', 'command', 'file_path', 'path', 'message', 'delta', 'thinking', 'error']);
const MAX_DEPTH = 6;

const wordsOf = (event: Fields, depth = 0): readonly string[] =>
  depth > MAX_DEPTH
    ? []
    : Object.entries(event).flatMap(([name, value]) => {
        if (typeof value === 'string') return WORDS.has(name) ? [value] : [];
        return (Array.isArray(value) ? value : [value]).flatMap((each: unknown) => wordsOf(objectOf(each), depth + 1));
      });
