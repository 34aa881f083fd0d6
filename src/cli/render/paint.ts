/** Colours, where they may be used; a sign or a word always says the same as the colour. */

export interface Paint {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly strong: (text: string) => string;
}

export const createPaint = (colours: boolean): Paint => {
  const style = (on: number, off: number) => (text: string) => (colours ? `\u001B[${on}m${text}\u001B[${off}m` : text);
  return { good: style(32, 39), bad: style(31, 39), warn: style(33, 39), faint: style(2, 22), strong: style(1, 22) };
};

/** Text of agents, runners and files on one line, without control characters: it moves no cursor and paints nothing. */
export const plain = (text: string): string => disarm(text).trim();

/** Lines of a text, each disarmed as by `plain`, with its indentation. */
export const joinPlain = (lines: readonly string[]): string => lines.map(disarm).join('\n');

/**
 * The last filter before a terminal: removes every control character except the colours of `createPaint`. Events of
 * another process may come from a program that poses as its loop, so their text is not trusted.
 */
export const keepPaint = (line: string): string => line.split(COLOUR).map(takeAway).join('');

/** JSON on one line, without the control characters that JSON itself does not escape. */
export const jsonLine = (value: object): string =>
  JSON.stringify(value).replaceAll(
    /[\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const takeAway = (part: string, at: number): string => (at % 2 === 1 ? part : disarm(part));

// oxlint-disable-next-line no-control-regex
const COLOUR = /(\u001B\[(?:1|2|22|31|32|33|39)m)/;

const disarm = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- removes control characters
    .replaceAll(/\u001B\[[0-9;?]*[ -/]*[@-~]/g, '')
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]+/g, ' ');
