/**
 * Spans as OTLP/JSON, the form that every collector of OpenTelemetry takes (opentelemetry-proto 1.x, `TracesData`). The
 * ids come from the run, so the same run sent twice is one trace. Pure.
 */
import { createHash } from 'node:crypto';
import { DUALGATE_VERSION } from '../../base/version.ts';
import type { Span, SpanValue } from './spans-of-run.ts';

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
