/** The table of docs/reference/report-formats.md: what each tool writes, from its recording, and how that is read. */
import { SUMS, JUNIT_WRITERS } from '../../src/runners/junit/junit-writers.ts';
import {
  countRecorded,
  findWriter,
  readRecorded,
  readRecordings,
  type Recording,
} from '../runners/recorded-reports.ts';

const HEAD = [
  'tool',
  'runner',
  'sums count',
  'skipped',
  'todo',
  'error, also outside of tests',
  'flaky',
  'nested',
  'time',
  'exit code',
  'the recording is read as',
  'dualgate asks for',
] as const;

export const renderReportFormats = (): string => table(HEAD, readRecordings().map(renderRow));

export const renderJunitWriters = (): string =>
  table(
    ['told by its file', '`tests` counts', 'recordings'],
    JUNIT_WRITERS.map(({ name, sums }) => {
      const own = readRecordings().filter((each) => findWriter(each) === name);
      return [name, SUMS[sums].words, own.map((each) => each.name).join(', ') || '–'];
    }),
  );

const renderRow = (recording: Recording): readonly string[] => [
  `${recording.tool} (${recording.version})`,
  `\`${recording.runner}\``,
  recording.sums,
  recording.skipped,
  recording.todo,
  recording.error,
  recording.flaky,
  recording.nested,
  recording.time,
  `${recording.exit}; here ${recording.exit_code}`,
  renderCounts(recording),
  recording.asks,
];

const renderCounts = (recording: Recording): string => {
  const { complete, ...counts } = countRecorded(readRecorded(recording));
  const told = Object.entries(counts).flatMap(([what, count]) =>
    count === 0 ? [] : [`${count} ${what.replace('_', ' ')}`],
  );
  return `${complete ? '' : 'held: '}${told.join(', ') || 'no test'}`;
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map(
      (row) =>
        `| ${row
          .map((cell) =>
            cell
              .replaceAll('|', '\\|')
              .replaceAll('<', '&lt;')
              .replaceAll(/`([^`]*)`/g, unescape),
          )
          .join(' | ')} |`,
    )
    .join('\n');

/** In code, the sign is itself. */
const unescape = (code: string): string => code.replaceAll('&lt;', '<');
