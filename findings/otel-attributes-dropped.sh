#!/usr/bin/env bash
# @opentelemetry/sdk-trace-base 2.12.1 and @opentelemetry/otlp-transformer 0.301.1 (npm; 2026), whose
# ranges of @opentelemetry/api exclude each other (here 1.10.0, by force), OTLP as JSON, 2026-11-29.
#
# Guess: an attribute that cannot be kept is counted in droppedAttributesCount, as one above the limit is;
# a number is a number; a span with an exception is an error; a span that is open is exported at shutdown.
# Behaviour: attributes that are objects, mixed lists, dates, bigints or null are left out, and the count of
# what was dropped is 0. NaN is written as null, which is no double. An exception leaves the status as it
# was. ERROR after OK is ignored, with its message. A span that was not ended is in no export.
# Seen, one span with the attributes below and one exception, then OK, then ERROR:
#   { a: 1 }, [1, "x"], Date, 1n, null     left out; droppedAttributesCount 0
#   NaN                                    {"doubleValue":null}
#   status                                 {"code":1}, that is OK
#   a span that was not ended              not there after forceFlush and shutdown
#
# Why it matters: the trace of a run lacks the very things that were to be looked at, such as the result
# of a tool, and its numbers say that nothing is missing. Write objects as JSON text, never set OK before
# the end, and end every span in a finally.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error --force @opentelemetry/sdk-trace-base@2.12.1 @opentelemetry/otlp-transformer@0.301.1 @opentelemetry/api@1.10.0 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >spans.mjs <<'JS'
import { SpanStatusCode } from '@opentelemetry/api';
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import { BasicTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
const spans = [];
const exporter = {
  export: (batch, done) => done({ code: spans.push(...batch) && 0 }),
  shutdown: async () => {},
  forceFlush: async () => {},
};
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const tracer = provider.getTracer('t');
const attributes = { object: { a: 1 }, mixed: [1, 'x'], date: new Date(0), big: 1n, none: null, nan: NaN, text: 'x' };
const span = tracer.startSpan('one', { attributes });
span.recordException(new Error('thrown'));
const excepted = span.status.code;
span.setStatus({ code: SpanStatusCode.OK });
span.setStatus({ code: SpanStatusCode.ERROR, message: 'it failed' });
span.end();
tracer.startSpan('open');
await provider.forceFlush();
await provider.shutdown();
const sent = JSON.parse(new TextDecoder().decode(JsonTraceSerializer.serializeRequest(spans)));
for (const { name, status, droppedAttributesCount, attributes } of sent.resourceSpans[0].scopeSpans[0].spans)
  console.log(name, excepted, JSON.stringify(status), droppedAttributesCount, JSON.stringify(attributes));
JS
seen=$(node spans.mjs 2>/dev/null)
echo "$seen"
is 'spans' "$seen" 'one 0 {"code":1} 0 [{"key":"nan","value":{"doubleValue":null}},{"key":"text","value":{"stringValue":"x"}}]'
