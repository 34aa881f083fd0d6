#!/usr/bin/env bash
# @opentelemetry/exporter-prometheus 0.301.0 with sdk-metrics 3.1.0 (npm; November 2026), 2026-11-30.
#
# Guess: names that become one in Prometheus's alphabet are merged or told of; attributes that do are joined, as
# the specification of OpenTelemetry says (values with ";" between them). A counter takes no NaN, as it takes
# no negative number.
# Behaviour: "tests.failed" and "tests_failed" are two lines of one series with different values, and so are
# "runs" and "runs.total", since counters get "_total". Attributes "a.b" and "a_b" are one label twice in a
# line. add(NaN) is taken, and the counter is NaN for ever. Nothing is logged.
# Seen:
#   tests_failed_total{otel_scope_name="m"} 1    attempts_total{a_b="1",a_b="2",otel_scope_name="m"} 1
#   tests_failed_total{otel_scope_name="m"} 5    tokens_total{otel_scope_name="m"} NaN
#   runs_total{…} 2, and runs_total{…} 7
#
# Why it matters: a scraper that is strict refuses the whole page for one such line, so every metric is gone, and
# a lenient one keeps one of two values. Choose names that differ without their dots.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error @opentelemetry/exporter-prometheus@0.301.0 @opentelemetry/sdk-metrics@3.1.0 @opentelemetry/api@1.10.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >run.mjs <<'JS'
import { diag, DiagLogLevel } from '@opentelemetry/api';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
const log = (text) => console.log(`log: ${text}`);
diag.setLogger({ error: log, warn: log, info() {}, debug() {}, verbose() {} }, DiagLogLevel.WARN);
const exporter = new PrometheusExporter({ preventServerStart: true });
const meter = new MeterProvider({ readers: [exporter] }).getMeter('m');
meter.createCounter('tests.failed').add(1);
meter.createCounter('tests_failed').add(5);
meter.createCounter('runs.total').add(2);
meter.createCounter('runs').add(7);
meter.createCounter('attempts').add(1, { 'a.b': 1, a_b: 2 });
const tokens = meter.createCounter('tokens');
tokens.add(NaN);
tokens.add(10);
const { resourceMetrics } = await exporter.collect();
const text = new PrometheusSerializer().serialize(resourceMetrics);
console.log(text.split('\n').filter((line) => /^(?!target)[a-z]/.test(line)).join('\n'));
JS
seen=$(node run.mjs)
echo "$seen"
is 'the page' "$seen" 'tests_failed_total{otel_scope_name="m"} 1
tests_failed_total{otel_scope_name="m"} 5
runs_total{otel_scope_name="m"} 2
runs_total{otel_scope_name="m"} 7
attempts_total{a_b="1",a_b="2",otel_scope_name="m"} 1
tokens_total{otel_scope_name="m"} NaN'
