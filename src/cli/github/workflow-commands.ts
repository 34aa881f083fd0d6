/** Workflow commands of GitHub Actions in output: writes them whole, and removes them from all other output. Pure. */
import { plainLine } from '../../base/text/plain-line.ts';
import type { CommandIo } from '../terminal/io.ts';

/** Whether a workflow of GitHub Actions reads what is printed. Every command asks this first: the file loads little. */
export const isGithub = (env: CommandIo['env']): boolean => env['GITHUB_ACTIONS'] === 'true';

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

/** Removes `::` at the start of a line, blanks aside, and `##[`, the old form, anywhere. JSON is unchanged. */
export const disarmCommands = (text: string): string =>
  text
    .replaceAll(/(?:^|[\r\n])[\s\u0085]*::/g, (match) => `${match.slice(0, -2)}: :`)
    .replaceAll('##[', text.startsWith('{') ? String.raw`\u0023#[` : '# #[');
