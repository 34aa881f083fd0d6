/** `dualgate doctor`: finds what prevents a run, before it costs anything. */
import { type Examination, examine } from '../../doctor/examine.ts';
import type { Finding, DoctorEvent } from '../../doctor/check.ts';
import { type Paint, plain, createPaint } from '../render/paint.ts';
import { showCount, showDuration, parseDuration } from '../../base/text/amounts.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';
import { sayCounts } from '../../records/events/tests.events.ts';
import { type Command, optional, text, type Values, SMOKE_TEST_TIMEOUT, UsageError } from '../command.ts';
import { untilInterrupted } from '../terminal/write-out.ts';

const SIGNS = { ok: '✓', warning: '!', problem: '✗', skipped: '·' } as const satisfies Record<Finding['state'], string>;
const COLOURS = { ok: 'good', warning: 'warn', problem: 'bad', skipped: 'faint' } as const satisfies Record<
  Finding['state'],
  keyof Paint
>;
/** As wide as the longest name. */
const WIDTH = 15;

/** Its line, a line for each detail, and one for the fix. */
const renderFinding = ({ name, state, says, details = [], fix }: Finding, paint: Paint): readonly string[] => {
  const colour = paint[COLOURS[state]];
  return [
    `${colour(SIGNS[state])} ${name.padEnd(WIDTH)}  ${state === 'skipped' ? paint.faint(plain(says)) : plain(says)}`,
    ...details.map((detail) => `${INDENT}- ${plain(detail)}`),
    ...(fix === undefined ? [] : [`${INDENT}→ ${plain(fix)}`]),
  ];
};

const INDENT = ' '.repeat(WIDTH + 4);

/** The last lines: the counts, and where the transcripts are. */
const renderSummary = ({ problems, warnings, transcripts }: Examination, paint: Paint): readonly string[] => {
  const rest = warnings === 0 ? '' : `, ${showCount(warnings, 'warning')}`;
  return [
    '',
    ...(transcripts === null ? [] : [`The output of the agent is in ${plain(transcripts)}`]),
    problems === 0
      ? paint.good(`✓ ready for dualgate run${rest}`)
      : paint.bad(`✗ ${showCount(problems, 'problem')}${rest}`),
  ];
};

interface DoctorScreen {
  readonly show: (event: DoctorEvent) => void;
  /** Removes the live line. */
  readonly end: () => void;
}

/** Time between two paints of the live line, in milliseconds. */
const TICK_MS = 250;
const ERASE_LINE = '\r\u001B[2K';

/** The screen of `doctor`: each finding, and in a terminal a live line below with the current check. */
const createDoctorScreen = (io: CommandIo): DoctorScreen => {
  const paint = createPaint(io.colours);
  let doing = '';
  let since = Date.now();
  let painted = '';
  const repaint = (): void => {
    const line = doing === '' ? '' : `… ${doing}  ${showDuration(Date.now() - since)}`;
    if (!io.isLive || line === painted) return;
    const wanted = line.slice(0, Math.max(1, io.room().columns - 1));
    io.write(`${painted === '' ? '' : ERASE_LINE}${wanted}`);
    painted = wanted;
  };
  const turnTo = (what: string): void => {
    doing = what;
    since = Date.now();
    repaint();
  };
  const timer = io.isLive ? setInterval(repaint, TICK_MS) : null;
  return {
    show: (event) => {
      switch (event.type) {
        case 'looking':
          return turnTo(event.name);
        case 'counted':
          doing = `suite: ${sayCounts(event)}`;
          return repaint();
        case 'asking': {
          const atMost = `one turn of ${event.agent}, at most ${showDuration(event.timeout_ms)}`;
          // A pipe has no live line.
          if (!io.isLive) io.complain(`Running ${atMost}.`);
          return turnTo(atMost);
        }
        case 'found':
          turnTo('');
          for (const line of renderFinding(event.finding, paint)) io.print(line);
      }
    },
    end: () => {
      if (timer !== null) clearInterval(timer);
      turnTo('');
    },
  };
};

export const doctorCommand: Command = {
  run: async (values, _operands, io) => {
    const smokeTestTimeoutMs = readTimeout(values);
    const isJson = values['json'] === true;
    const screen = isJson ? null : createDoctorScreen(io);
    return untilInterrupted(io, async (signal) => {
      try {
        const examination = await examine({
          cwd: io.cwd,
          ...optional('config', text(values, 'config')),
          smokeTestTimeoutMs,
          numbersCriteria: values['number-criteria'] === true,
          writesKnownFailing: values['write-known-failing'] === true,
          signal,
          ...(screen === null ? {} : { onEvent: screen.show }),
        });
        screen?.end();
        report(examination, isJson, io);
        return exitOf(examination);
      } finally {
        screen?.end();
      }
    });
  },
};

/** Milliseconds; `null` without --try-agent. */
const readTimeout = (values: Values): number | null => {
  const given = text(values, 'timeout');
  if (values['try-agent'] !== true) {
    if (given !== undefined) throw new UsageError("Option '--timeout' needs --try-agent");
    return null;
  }
  const ms = parseDuration(given ?? SMOKE_TEST_TIMEOUT);
  if (ms === null || ms < 1)
    throw new UsageError(`Option '--timeout' must be a duration such as 90s or 5m (got ${given})`);
  return ms;
};

const report = (examination: Examination, isJson: boolean, io: CommandIo): void => {
  if (isJson) io.print(JSON.stringify(examination));
  else for (const line of renderSummary(examination, createPaint(io.colours))) io.print(line);
};

/** A config that does not load has the same exit code as in every command. */
const exitOf = ({ findings, problems }: Examination): number => {
  if (findings.some(({ name, state }) => name === 'config' && state === 'problem')) return EXIT.config;
  return problems === 0 ? EXIT.ok : EXIT.no;
};
