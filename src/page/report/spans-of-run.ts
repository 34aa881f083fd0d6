/** A run as spans: run, phases, iterations, turns, gates and test runs, with the times of their records. Pure. */
import type { Decision } from '../../../gates/decide.ts';
import type { Turn } from '../../../gates/iteration.ts';
import { renderUnmet } from '../../../gates/verdict.ts';
import type { WorkRecord } from '../../records/records.ts';
import { createHash } from 'node:crypto';
import { DUALGATE_VERSION } from '../../base/version.ts';

type SpanValue = string | number | boolean;

export interface Span {
  /** Unique within the run, and the same each time: `GREEN 2, gate 1`. */
  readonly key: string;
  readonly parent: string | null;
  readonly name: string;
  /** ISO 8601, UTC. */
  readonly from: string;
  /** That of the last record where it has not ended. */
  readonly to: string;
  readonly attributes: Readonly<Record<string, SpanValue>>;
  /** Why it did not succeed; absent where it did, or where that is open. */
  readonly error?: string;
}

const RUN = 'run';

interface Open {
  readonly spans: Map<string, Span>;
  /** Key of the phase in progress; a phase that is entered again is another span. */
  phase: string | null;
  iteration: string | null;
  /** When the turn ended: from then on dualgate measures. */
  measuredFrom: string;
}

/** @param records - of one run, in order @returns none for a run without a record */
export const spansOfRun = (records: readonly WorkRecord[]): readonly Span[] => {
  const open: Open = { spans: new Map(), phase: null, iteration: null, measuredFrom: '' };
  for (const record of records) addRecord(open, record);
  return [...open.spans.values()];
};

const put = (open: Open, span: Span): string => {
  open.spans.set(span.key, span);
  return span.key;
};

/** A span ends at the latest record below it. Its error is the last one: one that was overcome is gone. */
const change = (open: Open, key: string | null, more: Partial<Pick<Span, 'to' | 'attributes' | 'error'>>): void => {
  const span = key === null ? undefined : open.spans.get(key);
  if (span === undefined) return;
  const { error: _overcome, ...kept } = span;
  open.spans.set(span.key, { ...kept, ...more, attributes: { ...span.attributes, ...more.attributes } });
};

type Add<T extends WorkRecord['type']> = (
  open: Open,
  data: Extract<WorkRecord, { type: T }>['data'],
  at: string,
) => void;

const addRecord = (open: Open, record: WorkRecord): void => {
  const { at, type, data } = record;
  for (const key of [RUN, open.phase, open.iteration]) change(open, key, { to: at });
  if (type === 'run.started') startRun(open, data, at);
  else if (type === 'turn.started') startTurn(open, data, at);
  else if (type === 'turn.ended') endTurn(open, data, at);
  else if (type === 'tests.ended') addTestRun(open, data, at);
  else if (type === 'iteration.decided') decideIteration(open, data, at);
  else if (type === 'turn.discarded') change(open, open.iteration, { error: data.why });
  else if (type === 'phase.exited') exitPhase(open, data, at);
  else if (type === 'run.ended') endRun(open, data, at);
};

const startRun: Add<'run.started'> = (open, { run, versions }, at) => {
  const attributes = { 'dualgate.run': run, 'service.version': versions.dualgate };
  put(open, { key: RUN, parent: null, name: 'dualgate run', from: at, to: at, attributes });
};

const startTurn: Add<'turn.started'> = (open, { phase, iteration, attempt }, at) => {
  enter(open, phase, at);
  const key = `${open.phase} ${iteration}`;
  if (!open.spans.has(key)) {
    const attributes = { 'dualgate.phase': phase, 'dualgate.iteration': iteration };
    put(open, { key, parent: open.phase, name: `${phase} ${iteration}`, from: at, to: at, attributes });
  }
  open.iteration = key;
  const attributes = { 'gen_ai.operation.name': 'invoke_agent' };
  put(open, { key: `${key}, turn ${attempt}`, parent: key, name: 'turn', from: at, to: at, attributes });
};

const endTurn: Add<'turn.ended'> = (open, { attempt, turn }, at) => {
  open.measuredFrom = at;
  change(open, `${open.iteration}, turn ${attempt}`, { to: at, ...ofTurn(turn) });
};

const addTestRun: Add<'tests.ended'> = (open, { counts, exit_code, green, ms, test_run }, at) => {
  put(open, {
    key: `${open.iteration}, test run ${test_run}`,
    parent: open.iteration,
    name: 'test run',
    from: new Date(Date.parse(at) - ms).toISOString(),
    to: at,
    attributes: {
      'dualgate.tests.green': green,
      'dualgate.tests.passing': counts.suite_passing,
      'dualgate.tests.failing': counts.suite_failing,
      'dualgate.tests.skipped': counts.suite_skipped,
      ...(exit_code !== null && { 'process.exit.code': exit_code }),
    },
  });
};

const decideIteration: Add<'iteration.decided'> = (open, { decision }, at) => {
  addGates(open, decision, at);
  const attributes = { 'dualgate.exited': decision.can_exit };
  change(open, open.iteration, { attributes, ...(!decision.can_exit && { error: decision.reason }) });
  open.iteration = null;
};

const exitPhase: Add<'phase.exited'> = (open, { phase, forced_exit, by }, at) => {
  enter(open, phase, at);
  const attributes = { 'dualgate.forced': forced_exit, ...(by !== undefined && { 'dualgate.forced_by': by }) };
  change(open, open.phase, { attributes });
  open.phase = null;
};

const endRun: Add<'run.ended'> = (open, { status, exit_code, why }) => {
  const attributes = { 'dualgate.status': status, 'process.exit.code': exit_code };
  change(open, RUN, { attributes, ...(exit_code !== 0 && { error: why }) });
};

/** The second time that a phase is entered, as after a rollback, its key has a number. */
const enter = (open: Open, phase: string, at: string): void => {
  if (open.phase !== null && open.spans.get(open.phase)?.name === phase) return;
  const times = [...open.spans.values()].filter(({ parent, name }) => parent === RUN && name === phase).length;
  open.phase = put(open, {
    key: times === 0 ? phase : `${phase} (${times + 1})`,
    parent: RUN,
    name: phase,
    from: at,
    to: at,
    attributes: { 'dualgate.phase': phase },
  });
};

/** Names as in the semantic conventions of OpenTelemetry for generative AI and processes. */
const ofTurn = ({ outcome, exit_code, usage, error }: Turn): Pick<Span, 'attributes' | 'error'> => ({
  attributes: {
    'dualgate.outcome': outcome,
    ...(exit_code !== null && { 'process.exit.code': exit_code }),
    ...(usage !== undefined && {
      'gen_ai.usage.input_tokens': usage.input_tokens,
      'gen_ai.usage.output_tokens': usage.output_tokens,
      ...(usage.cost_usd !== null && { 'dualgate.cost_usd': usage.cost_usd }),
    }),
  },
  ...(outcome !== 'ok' && { error: error?.message ?? outcome }),
});

/** Both are judged from the end of the turn until the decision. */
const addGates = (open: Open, { gate_1, gate_2 }: Decision, at: string): void => {
  for (const [name, gate] of [['gate 1', gate_1] as const, ['gate 2', gate_2] as const])
    put(open, {
      key: `${open.iteration}, ${name}`,
      parent: open.iteration,
      name,
      from: open.measuredFrom === '' ? at : open.measuredFrom,
      to: at,
      attributes: {
        'dualgate.gate.condition': gate.condition,
        'dualgate.gate.satisfied': gate.satisfied,
      },
      ...(!gate.satisfied && { error: gate.unmet.map(renderUnmet).join('; ') }),
    });
};

interface Trace {
  readonly run: string;
  readonly spans: readonly Span[];
}

/** `Status.StatusCode`; spans that are neither are unset. */
const ERROR = 2;
/** `Span.SpanKind.SPAN_KIND_INTERNAL`. */
const INTERNAL = 1;

export const renderOtlp = (traces: readonly Trace[]): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': 'dualgate', 'service.version': DUALGATE_VERSION }) },
        scopeSpans: [
          { scope: { name: 'dualgate', version: DUALGATE_VERSION }, spans: traces.flatMap((trace) => spansOf(trace)) },
        ],
      },
    ],
  });

const spansOf = ({ run, spans }: Trace) =>
  spans.map(({ key, parent, name, from, to, attributes, error }) => ({
    traceId: idOf(16, run),
    spanId: idOf(8, run, key),
    ...(parent !== null && { parentSpanId: idOf(8, run, parent) }),
    name,
    kind: INTERNAL,
    startTimeUnixNano: nanosecondsOf(from),
    endTimeUnixNano: nanosecondsOf(to),
    attributes: attributesOf(attributes),
    status: error === undefined ? {} : { code: ERROR, message: error },
  }));

/** Hexadecimal, as OTLP/JSON writes ids. */
const idOf = (bytes: number, ...parts: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(['dualgate', ...parts]))
    .digest('hex')
    .slice(0, bytes * 2);

/** A string: the number does not fit into a double. */
const nanosecondsOf = (at: string): string => `${Date.parse(at)}000000`;

const attributesOf = (attributes: Readonly<Record<string, SpanValue>>) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }));

const valueOf = (value: SpanValue) => {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
};
