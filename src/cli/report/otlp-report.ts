/**
 * `dualgate report --format otlp`: runs as traces of OpenTelemetry.
 *
 * @module
 */
import { readRedacted } from '../../report/read-page.ts';
import { renderOtlp } from '../../report/render-otlp.ts';
import { spansOfRun } from '../../report/spans-of-run.ts';
import { text, type Values } from '../command.ts';
import { openOwnConfig } from '../open-config.ts';
import { readRuns, type Which } from './read-runs.ts';
import { plain } from '../render/text/paint.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';
import { writeOut } from '../terminal/write-out.ts';

/** @returns the exit code @throws {DualgateError} when none of the runs can be read */
export const writeTraces = async (values: Values, which: Which, io: CommandIo): Promise<number> => {
  const { runs, problems } = await readRuns(openOwnConfig(values, io), which, async (each) => ({
    run: each.run,
    spans: spansOfRun(await readRedacted(each)),
  }));
  const json = renderOtlp(runs);
  const out = text(values, 'output');
  if (out === undefined) io.print(json);
  else writeOut(io, out, `${json}\n`);
  for (const problem of problems) io.complain(plain(problem));
  return problems.length === 0 ? EXIT.ok : EXIT.no;
};
