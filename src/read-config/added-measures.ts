/** Metrics that a config adds to those of dualgate: from its checks, its measures, and those of a program that embeds it. */
import { METRICS } from '../../gates/metrics.ts';
import { metricOfCheck, type OwnMeasure, type OwnMetric } from '../project/config/own-measure.ts';
import { BUILT_IN_METRICS } from '../evidence/measures/metrics-of-measures.ts';
import type { ConfigProblem } from '../project/config/find-config.ts';
import {
  CHECK_TIMEOUT_MS,
  checksSchema,
  findNameProblem,
  measuresSchema,
  shapeMetrics,
} from '../project/config/schema/checks-schema.ts';
import type { Config } from '../project/config/config.ts';
import type { YamlDocument } from '../project/config/read-yaml.ts';

/** A measure of a program, as `readConfig` and `parseConfig` take it. */
export interface ProgramMeasure extends Pick<OwnMeasure, 'name'> {
  readonly measure: NonNullable<OwnMeasure['measure']>;
  readonly metrics: Readonly<Record<string, OwnMetric['type'] | OwnMetric>>;
  /** Milliseconds, above 0. @default 10 minutes */
  readonly timeout_ms?: number;
}

/** The readable part of `checks` and `measures`. Other code reports their problems. */
export const readAdded = (
  written: unknown,
  ofProgram: readonly ProgramMeasure[] = [],
): Pick<Config, 'checks' | 'measures'> => {
  const checks = checksSchema.safeParse(keyOf(written, 'checks') ?? {});
  const measures = measuresSchema.safeParse(keyOf(written, 'measures') ?? {});
  return {
    checks: checks.data?.checks ?? [],
    measures: [...(measures.data ?? []), ...ofProgram.map(shapeProgramMeasure)],
  };
};

const keyOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

const shapeProgramMeasure = ({ name, measure, metrics, timeout_ms }: ProgramMeasure): OwnMeasure => ({
  name,
  command: null,
  measure,
  metrics: shapeMetrics(metrics),
  timeout_ms: timeout_ms ?? CHECK_TIMEOUT_MS,
});

interface Source {
  readonly document: YamlDocument;
  /** The config's path as it is shown to people. */
  readonly path: string;
}

/** Words of conditions, which cannot be the name of a metric. */
const WORDS = new Set(['exit_signal', 'gate_1', 'gate_2', 'true', 'false', 'and', 'or', 'not']);

/** No two measures share a metric: a condition has one meaning. */
export const checkAdded = (
  { checks, measures }: Pick<Config, 'checks' | 'measures'>,
  { document, path }: Source,
): readonly ConfigProblem[] => {
  const taken = new Map<string, string>([
    ...Object.keys({ ...BUILT_IN_METRICS, ...METRICS }).map((name) => [name, 'a metric of dualgate'] as const),
    ...checks.map(({ name }) => [metricOfCheck(name), `the metric of checks.${name}`] as const),
  ]);
  const commands = new Set(checks.map(({ name }) => name));
  return measures.flatMap((measure) => {
    const { name, metrics, command } = measure;
    const problem = (key: readonly string[], message: string): ConfigProblem => {
      const { line, column } =
        command === null ? { line: null, column: null } : document.placeOfKey(['measures', ...key]);
      return { path, line, column, message };
    };
    const twice = commands.has(name)
      ? [problem([name], `the name ${name} is used in checks or by another measure. Rename one of them`)]
      : [];
    commands.add(name);
    return [
      ...(command === null ? findProgramProblems(measure).map((message) => problem([name], message)) : []),
      ...twice,
      ...Object.keys(metrics).flatMap((metric) => {
        const owner = WORDS.has(metric) ? 'a keyword of conditions' : taken.get(metric);
        taken.set(metric, `a metric of measures.${name}`);
        return owner === undefined
          ? []
          : [
              problem(
                [name, 'metrics', metric],
                `${metric} is already ${owner}. Rename the metric of measures.${name}`,
              ),
            ];
      }),
    ];
  });
};

/** The schema checks the same for measures in YAML. */
const findProgramProblems = ({ name, metrics, timeout_ms }: OwnMeasure): readonly string[] => {
  const names = [name, ...Object.keys(metrics)].flatMap((each) => findNameProblem(each) ?? []);
  const types = Object.entries(metrics).flatMap(([metric, { type }]) =>
    // A program in JavaScript may pass anything.
    ['number', 'boolean'].includes(type) ? [] : [`the type of ${metric} must be number or boolean`],
  );
  const problems = [
    ...names,
    ...types,
    ...(Object.keys(metrics).length === 0 ? ['it must name at least one metric'] : []),
    ...(timeout_ms > 0 && timeout_ms <= MAX_TIMEOUT_MS
      ? []
      : [`timeout_ms must be above 0 and at most ${MAX_TIMEOUT_MS} (got ${timeout_ms})`]),
  ];
  return problems.map((problem) => `the measure ${name} of the program: ${problem}`);
};

/** The longest time that a timer of Node waits. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
