/** `dualgate graph`: the state chart of the config or of a run, as a picture, as Mermaid, or as data. */
import { extname } from 'node:path';
import { drawSvg } from '../../page/graph/draw-svg.ts';
import { markForced } from '../../page/graph/chart-picture.ts';
import { pictureOf } from '../../page/graph/picture-of.ts';
import { readRunChart, type RunChart } from '../../view/read-run-chart.ts';
import { renderMermaid } from '../../page/graph/render-mermaid.ts';
import { type Command, text, type Values, UsageError } from '../command.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';
import { openConfigOf, openOwnConfig } from '../open-config.ts';
import { readRunOption } from '../run-id.ts';
import { writeBeside } from '../terminal/write-out.ts';

const FORMATS = ['mermaid', 'svg', 'json'] as const;
type Format = (typeof FORMATS)[number];

export const graphCommand: Command = {
  run: async (values, _operands, io) => {
    const format = readFormat(values);
    const {
      phases,
      run = null,
      active = null,
      forced = [],
    } = await readChart(values, await readRunOption(values, io), io);
    const whole = RENDERERS[format]({ phases, run, active, forced });
    const out = text(values, 'output');
    if (out === undefined) io.print(whole);
    else await writeBeside(io, out, `${whole}\n`);
    return EXIT.ok;
  },
};

interface Shown {
  readonly phases: RunChart['phases'];
  readonly run: string | null;
  readonly active: string | null;
  readonly forced: readonly string[];
}

const RENDERERS: Readonly<Record<Format, (shown: Shown) => string>> = {
  mermaid: ({ phases, active, forced }) => renderMermaid({ phases }, { active: active ?? undefined, forced }),
  svg: ({ active, ...shown }) => drawSvg(draw(shown), { active: active ?? undefined }),
  json: ({ run, active, ...shown }) => JSON.stringify({ v: 1, run, active, ...draw(shown) }),
};

const draw = ({ phases, forced }: Pick<Shown, 'phases' | 'forced'>) => markForced(pictureOf({ phases }), forced);

const readChart = async (
  values: Values,
  run: string | undefined,
  io: CommandIo,
): Promise<Pick<RunChart, 'phases'> & Partial<RunChart>> =>
  run === undefined ? openOwnConfig(values, io) : readRunChart(await openConfigOf(run, values, io), run);

const readFormat = (values: Values): Format => {
  const isJson = values['json'] === true;
  const given = text(values, 'format') ?? (isJson ? 'json' : formatOfName(text(values, 'output')));
  const format = FORMATS.find((each) => each === given);
  if (format === undefined) throw new UsageError(`Option '--format' must be mermaid, svg or json (got ${given})`);
  if (isJson && format !== 'json') throw new UsageError(`Give --json or --format ${format}, not both`);
  return format;
};

/** By the extension. @throws {UsageError} for an unknown one, such as `.png` */
const formatOfName = (out = ''): Format => {
  const format = FORMAT_OF_ENDING[extname(out).toLowerCase()];
  if (format === undefined)
    throw new UsageError(`Unknown format of '${out}'. Use a name that ends in .svg, .json or .mmd, or give --format`);
  return format;
};

const FORMAT_OF_ENDING: Readonly<Record<string, Format>> = {
  '': 'mermaid',
  '.mmd': 'mermaid',
  '.mermaid': 'mermaid',
  '.md': 'mermaid',
  '.txt': 'mermaid',
  '.svg': 'svg',
  '.json': 'json',
};
