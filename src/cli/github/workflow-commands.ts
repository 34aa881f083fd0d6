/**
 * Commands of GitHub Actions, which are read from what a step prints: how one is written, so that no text in it is another,
 * and how it is kept out of everything else. Pure.
 *
 * @module
 */
import { plainLine } from '../../text/plain-line.ts';

export interface Annotation {
  readonly level: 'error' | 'warning';
  readonly title: string;
  readonly message: string;
  /** Relative to the root of the repository. */
  readonly file?: string;
}

const MAX_MESSAGE = 1_000;
const MAX_PROPERTY = 200;

/** One line: `::error file=…,title=…::…`. */
export const renderAnnotation = ({ level, title, message, file }: Annotation): string => {
  const place = file === undefined || file === '' ? '' : `file=${property(file)},`;
  return `::${level} ${place}title=${property(title)}::${escape(plainLine(message, MAX_MESSAGE))}`;
};

const escape = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string): string =>
  escape(plainLine(text, MAX_PROPERTY)).replaceAll(':', '%3A').replaceAll(',', '%2C');

/**
 * What is printed, without a command in it: `::` at the beginning of a line, blanks aside, and `##[`, the old form, anywhere.
 * JSON stays the JSON that it is.
 */
export const disarmCommands = (text: string): string =>
  text
    .replaceAll(/(?:^|[\r\n])[\s\u0085]*::/g, (begin) => `${begin.slice(0, -2)}: :`)
    .replaceAll('##[', text.startsWith('{') ? String.raw`\u0023#[` : '# #[');
