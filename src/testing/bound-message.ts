/**
 * Cuts the failure message of a runner to the limits of a prompt and a ledger.
 *
 * @module
 */
import { stripVTControlCharacters } from 'node:util';
import { ERROR_LINE } from '../text/say-cause.ts';

const MAX_LINES = 10;
const MAX_CHARACTERS = 2_000;

/** The first 10 lines, at most 2,000 characters, without terminal codes. */
export const boundMessage = (message: string): string => {
  const lines = linesOf(message);
  const text = lines.slice(0, MAX_LINES).join('\n').trimEnd();
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text;
};

const linesOf = (message: string): readonly string[] =>
  stripVTControlCharacters(message).replaceAll('\r\n', '\n').trim().split('\n');

/** The place of an error on a line of its own: of node, and of Python. */
const PLACE = /^(?:file:\/\/)?(\/.+):(\d+)$|^(?:E +)?File "(\/.+)", line (\d+)/;

/**
 * The same for a file that does not load or an error outside any test, with the error and its place in the first line:
 * some runners begin with a place, a hint or a trace.
 *
 * @param nameFile - makes an absolute path relative to the workspace
 */
export const boundError = (message: string, nameFile: (path: string) => string = (path) => path): string => {
  const lines = linesOf(message);
  const at = lines.findIndex((line) => ERROR_LINE.test(line));
  if (at < 0) return boundMessage(message);
  const name = (path: string) => {
    const named = nameFile(path);
    return named.startsWith('../') ? path : named;
  };
  const said = (ERROR_LINE.exec(lines[at] ?? '')?.[1] ?? '').replaceAll(/(?<=[\s'"(])\/[^\s'":()]+/g, name);
  const places = lines.slice(0, at).flatMap((line) => {
    const [, ofNode, lineOfNode, ofPython, lineOfPython] = PLACE.exec(line.trim()) ?? [];
    const path = ofNode ?? ofPython;
    return path === undefined ? [] : [` (${name(path)}:${lineOfNode ?? lineOfPython ?? ''})`];
  });
  return boundMessage([`${said}${places.at(-1) ?? ''}`, ...lines.filter((_, i) => i !== at)].join('\n'));
};
