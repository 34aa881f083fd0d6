/**
 * `dualgate doctor`: finds what prevents a run, before it costs anything.
 *
 * @module
 */
import { examine, type Examination } from '../../doctor/examine.ts';
import { parseDuration } from '../../config/schema/duration.ts';
import { type Command, optional, text, type Values } from '../command.ts';
import { createDoctorScreen } from '../doctor-screen.ts';
import { SMOKE_TEST_TIMEOUT } from '../shared-options.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';
import { untilInterrupted } from '../terminal/until-interrupted.ts';
import { renderSummary } from '../render/findings.ts';
import { createPaint } from '../render/text/paint.ts';
import { UsageError } from '../usage-error.ts';

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
